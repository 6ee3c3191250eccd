# A back end for `oyna serve --forward`: checks the signature, runs each key once, answers in JSON.
import hashlib, hmac, http.server, json, os, re, sqlite3, sys, time
secret, path = os.environb[b"OYNA_FORWARD_SECRET"], os.environ.get("DATABASE", "backend.sqlite")
db = sqlite3.connect(path)
db.execute("CREATE TABLE IF NOT EXISTS loans (key TEXT PRIMARY KEY, phone TEXT, status INT, answer TEXT)")
def is_taken(phone):
    return bool(db.execute("SELECT 1 FROM loans WHERE phone = ? AND status < 400", [phone]).fetchone())

def apply(form):  # a remote rule was asked while the person typed; what counts is asked here
    if is_taken(form["user_phone"]):
        return 422, {"title": "Refused", "errors": {"user_phone": "Bu raqamdan ariza bor"}}
    return 200, {"screen": "loan_success", "state": {"application_number": os.urandom(4).hex().upper()}}

def is_signed(path, key, signature, body):
    seconds, given = re.search(r"t=(\d{1,12})", signature), re.findall(r"v1=([0-9a-f]{64})", signature)
    head = f"POST\n{path}\n{seconds and seconds[1]}\n{key}\n".encode()
    wanted = hmac.new(secret, head + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(one, wanted) for one in given) and abs(time.time() - int(seconds[1])) < 300

def reply(path, key, form):
    if path == "/api/v1/loan/phone":
        return 200, {"valid": not is_taken(form["value"])}
    known = db.execute("SELECT status, answer FROM loans WHERE key = ?", [key]).fetchone()
    status, answer = (known[0], json.loads(known[1])) if known else apply(form)
    row = [key, form["user_phone"], status, json.dumps(answer)]
    with db:  # the effect, the key and the answer in one transaction
        db.execute("INSERT OR IGNORE INTO loans VALUES (?, ?, ?, ?)", row)
    return status, answer
class BackEnd(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers.get("Idempotency-Key", "")
        signed = is_signed(self.path, key, self.headers.get("Oyna-Signature", ""), body)
        status, answer = reply(self.path, key, json.loads(body)) if signed else (401, {"title": "Not signed"})
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), BackEnd).serve_forever()
