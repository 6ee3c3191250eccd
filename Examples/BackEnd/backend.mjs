// A back end for `oyna serve --forward`: checks the signature, runs each key once, answers in JSON.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { openSync, readFileSync, writeSync, fsyncSync } from 'node:fs';
import { createServer } from 'node:http';
const { OYNA_FORWARD_SECRET: secret, DATABASE: path = 'backend.jsonl' } = process.env;
const file = openSync(path, 'a+');
const rows = readFileSync(path, 'utf8').split('\n').slice(0, -1).map(line => JSON.parse(line));

const isTaken = phone => rows.some(row => row.phone === phone && row.answer[0] < 400);

function apply(form) { // a remote rule was asked while the person typed; what counts is asked here
  if (isTaken(form.user_phone)) return [422, { errors: { user_phone: 'Bu raqamdan ariza bor' } }];
  return [200, { screen: 'loan_success', state: { application_number: randomBytes(4).toString('hex').toUpperCase() } }];
}

function isSigned({ method, url, headers }, body) {
  const [, seconds, rest] = /^t=(\d{1,12}),(.*)$/.exec(headers['oyna-signature'] ?? '') ?? [];
  const head = `${method}\n${url}\n${seconds}\n${headers['idempotency-key'] ?? ''}\n`;
  const wanted = createHmac('sha256', secret).update(head).update(body).digest();
  const given = (rest?.match(/v1=[0-9a-f]{64}/g) ?? []).map(text => Buffer.from(text.slice(3), 'hex'));
  return given.some(one => timingSafeEqual(one, wanted)) && Math.abs(Date.now() / 1000 - seconds) < 300;
}

function reply({ url, headers: { 'idempotency-key': key } }, form) {
  if (url === '/api/v1/loan/phone') return [200, { valid: !isTaken(form.value) }];
  const known = rows.find(row => row.key === key);
  if (known) return known.answer;
  const answer = apply(form);
  rows.push({ key, answer, phone: form.user_phone });
  writeSync(file, JSON.stringify(rows.at(-1)) + '\n'); // the effect, the key and the answer in one line
  fsyncSync(file);
  return answer;
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const [status, answer] = isSigned(request, body) ? reply(request, JSON.parse(body)) : [401, { title: 'Not signed' }];
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}).listen(Number(process.argv[2]), '127.0.0.1');
