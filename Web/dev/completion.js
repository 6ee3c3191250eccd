// What may stand at a place of a document, by the JSON Schema of the format (`oyna schema`).

/** Every schema that counts here, references followed and conditions asked. */
function expand(schema, root, siblings, found = []) {
  if (!schema || typeof schema !== "object" || found.includes(schema)) return found;
  found.push(schema);
  if (schema.$ref) {
    const target = schema.$ref.slice(2).split("/").reduce((value, name) => value?.[name], root);
    expand(target, root, siblings, found);
  }
  for (const each of [...(schema.allOf ?? []), ...(schema.anyOf ?? [])]) {
    expand(each, root, siblings, found);
  }
  if (schema.if && holds(schema.if, siblings)) expand(schema.then, root, siblings, found);
  return found;
}

function holds(condition, siblings) {
  return Object.entries(condition.properties ?? {}).every(([name, { const: wanted }]) =>
    siblings?.[name] === wanted);
}

/** The schemas at the end of a way through the document. */
function follow(root, path) {
  let schemas = [root];
  for (const { key, index, siblings } of path) {
    const here = schemas.flatMap((schema) => expand(schema, root, siblings));
    if (index !== undefined) {
      schemas = here.flatMap(({ items }) => (items ? [items] : []));
    } else if (key === null) {
      return here;
    } else {
      schemas = here.flatMap(({ properties, additionalProperties }) =>
        properties?.[key] ? [properties[key]]
          : additionalProperties && typeof additionalProperties === "object" && !properties
            ? [additionalProperties] : []);
    }
  }
  return schemas.flatMap((schema) => expand(schema, root, {}));
}

/** Names of members, or values, in the order of the schema. */
export function completions(root, context) {
  const schemas = follow(root, context.path);
  if (context.isKey) {
    const names = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
    return [...new Set(names)].filter((name) => !context.used.includes(name))
      .map((name) => ({ text: name, isKey: true }));
  }
  const last = context.path.at(-1)?.key;
  const values = schemas.flatMap((schema) => [
    ...(schema.enum ?? []), ...(schema.examples ?? []),
    ...(schema.const !== undefined ? [schema.const] : []),
    ...(schema.type === "boolean" ? [true, false] : []),
  ]);
  // The words that decide a branch stand in its condition: types, rules, actions, commands.
  if (last) {
    const { path } = context;
    const owners = follow(root, [...path.slice(0, -1), { key: null, siblings: {} }]);
    for (const { allOf } of owners) {
      for (const branch of allOf ?? []) {
        const wanted = branch.if?.properties?.[last]?.const;
        if (wanted !== undefined) values.push(wanted);
      }
    }
  }
  return [...new Set(values)].map((value) => ({ text: JSON.stringify(value), isKey: false }));
}
