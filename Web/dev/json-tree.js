// A tree of a JSON text that may be half written: where each value stands, as far as one can tell.

/** Nodes: {kind, start, end, value?, members?: [{key, keyStart, keyEnd, node}], items?} */
export function readTree(text) {
  let at = 0;
  const space = () => {
    while (at < text.length && /[\s,]/.test(text[at])) at += 1;
  };
  const readString = () => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
    const isClosed = text[at] === '"';
    at = Math.min(text.length, at + (isClosed ? 1 : 0));
    let value = text.slice(start + 1, isClosed ? at - 1 : at);
    try {
      value = JSON.parse(`"${value}"`);
    } catch { /* half written */ }
    return { kind: "string", start, end: at, value };
  };
  const readObject = () => {
    const node = { kind: "object", start: at, end: text.length, members: [] };
    at += 1;
    for (space(); at < text.length && text[at] !== "}" && text[at] !== "]"; space()) {
      if (text[at] !== '"') {
        at += 1;
        continue;
      }
      const key = readString();
      space();
      const member = { key: key.value, keyStart: key.start, keyEnd: key.end, node: null };
      node.members.push(member);
      if (text[at] !== ":") continue;
      at += 1;
      space();
      member.valueStart = at;
      if (at < text.length && !"}]".includes(text[at])) member.node = readValue();
    }
    if (text[at] === "}") at += 1;
    node.end = at;
    return node;
  };
  const readArray = () => {
    const node = { kind: "array", start: at, end: text.length, items: [] };
    at += 1;
    for (space(); at < text.length && text[at] !== "]" && text[at] !== "}"; space()) {
      node.items.push(readValue());
    }
    if (text[at] === "]") at += 1;
    node.end = at;
    return node;
  };
  function readValue() {
    space();
    if (text[at] === "{") return readObject();
    if (text[at] === "[") return readArray();
    if (text[at] === '"') return readString();
    const start = at;
    while (at < text.length && !/[\s,{}[\]":]/.test(text[at])) at += 1;
    if (at === start) at += 1;
    const word = text.slice(start, at);
    let value;
    try {
      value = JSON.parse(word);
    } catch { /* half written */ }
    return { kind: "word", start, end: at, value };
  }
  return readValue();
}

/** The values of an object's members that are no objects themselves. */
const simple = (node) => Object.fromEntries((node.members ?? [])
  .filter(({ node: value }) => value && value.value !== undefined)
  .map(({ key, node: value }) => [key, value.value]));

/** What stands at an offset: the way there, and whether a member's name or a value is written. */
export function contextAt(tree, offset) {
  const path = [];
  let node = tree;
  for (;;) {
    if (node.kind === "object") {
      const member = node.members.find(({ keyStart, keyEnd, node: value }) =>
        offset > keyStart && offset <= (value ? value.end : keyEnd));
      const isUnfinished = member && !member.node && member.valueStart === undefined;
      const isKey = member && (offset < member.keyEnd || isUnfinished);
      if (!member || isKey) {
        const waiting = node.members.find(({ valueStart, node: value }) =>
          valueStart !== undefined && !value && offset >= valueStart);
        if (waiting && !isKey) return { path: [...path, step(node, waiting.key)], isKey: false };
        return {
          path: [...path, step(node, null)], isKey: true, used: node.members.map(({ key }) => key),
          token: isKey ? { start: member.keyStart, end: member.keyEnd } : null,
        };
      }
      path.push(step(node, member.key));
      if (!member.node || ["string", "word"].includes(member.node.kind)) {
        return { path, isKey: false, token: member.node };
      }
      if (offset <= member.node.start) return { path, isKey: false, token: null };
      node = member.node;
    } else if (node.kind === "array") {
      const index = node.items.findIndex(({ start, end }) => offset > start && offset <= end);
      path.push({ index: index < 0 ? node.items.length : index });
      if (index < 0) return { path, isKey: false, token: null };
      node = node.items[index];
      if (["string", "word"].includes(node.kind)) return { path, isKey: false, token: node };
    } else {
      return { path, isKey: false, token: node };
    }
  }
}

const step = (node, key) => ({ key, siblings: simple(node) });
