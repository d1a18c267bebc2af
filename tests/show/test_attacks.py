"""What a stranger in the same Wi-Fi can send: it is refused, the organizer sees it, and the event goes on unharmed."""

from __future__ import annotations

import hashlib
import json
import socket
import time
from contextlib import closing, suppress

import pytest
from showing import codes_of, raw, shown, wait_for

from xlplugin.doors.show import listening

from cases import each

SECRETS = ("Report codes", "Event seed", "xlplugin", "PK\x03\x04")


@pytest.fixture
def safe(phone, workbook):
    """Whatever a test sends: the workbook keeps its bytes, nothing is reported, and the next phone is served."""
    before = hashlib.sha256(workbook.read_bytes()).hexdigest()
    data = phone.get("/data").content
    yield phone
    assert hashlib.sha256(workbook.read_bytes()).hexdigest() == before
    assert not workbook.with_name("event reports.jsonl").exists()
    assert phone.get("/data").content == data
    names = {path.name for path in workbook.parent.iterdir()}
    assert names <= {"event.xlsx", "home"}, names


def refused(phone):
    """What the desk shows of refusals."""
    return " | ".join(each["why"] for each in phone.showing.room.refusals.newest(100))


PATHS = (
    "/../event.xlsx", "/..%2fevent.xlsx", "/%2e%2e/event.xlsx", "/event.xlsx", "//etc/passwd", "/./event.xlsx",
    "/event%20reports.jsonl", "/event reports.jsonl".replace(" ", "%20"), "/.env", "/home/.config/xlplugin/show.json",
    "/static/../../event.xlsx", "/desk/../event.xlsx", "/%00", "/\\..\\event.xlsx", "/desk.js/../../event.xlsx",
    "/data/", "/me/", "/C:/event.xlsx", "/~root", "/?file=../event.xlsx&x=/etc/passwd".replace("/?", "/x?"),
)  # fmt: skip


@each("path", PATHS)
def test_no_other_file_is_served(safe, path):
    """Whatever the path: there is a list of what is answered, and no file is looked up by a name from outside."""
    answer = safe.get(path)
    assert answer.status == 404
    assert b"PK" not in answer.content
    assert "404 GET" in "".join(each.why for each in safe.showing.room.refusals.newest())


HOSTS = ("evil.example", "evil.example:80", "127.0.0.1.nip.io", "localhost.evil.example", "", "127.0.0.1@evil.example",
         "[::1", "xn--lcalhost-cza", "2130706433", "0x7f.1", "127.1", "a" * 300)  # fmt: skip


@each("host", HOSTS)
def test_a_name_that_was_made_to_lead_here_is_refused(safe, host):
    """As in DNS rebinding: a page of another origin would read ours under its own name."""
    for path in ("/", "/data", "/events", "/desk"):
        answer = safe.get(path, Host=host)
        assert answer.status in (400, 403), path
        assert b"Player" not in answer.content


ORIGINS = (
    "http://evil.example",
    "null",
    "https://{host}",
    "http://{host}.evil.example",
    "http://127.0.0.1",
    "",
    None,
)


@each("origin", ORIGINS)
def test_nothing_is_taken_from_pages_of_others(safe, workbook, origin):
    """A form or a script elsewhere can do nothing, even if it knew a code."""
    code = codes_of(workbook)[1]
    given = origin and origin.format(host=safe.host)
    for path in ("/report", "/here", "/drop", "/register", "/desk/lock", "/desk/stop", "/me"):
        answer = safe.post(path, {"code": code, "key": safe.showing.room.kept.key}, Origin=given)
        assert answer.status == 403, path


@each(
    "kind",
    (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "application/jsonp",
        None,
    ),
)
def test_only_json_is_taken(safe, workbook, kind):
    """What browsers let forms of others send, is not read."""
    answer = safe.post("/drop", {"code": codes_of(workbook)[1]}, Content_Type=kind)
    assert answer.status == 415


def test_a_page_elsewhere_is_never_asked_for_more(safe):
    """No origin is allowed to read, and the question before a foreign request is refused."""
    answer = safe.ask(
        "OPTIONS",
        "/report",
        None,
        Origin="http://evil.example",
        **{"Access-Control-Request-Method": "POST"},
    )
    assert answer.status == 405
    for path in ("/", "/data", "/register", "/desk", "/desk.js"):
        headers = safe.get(path, Origin="http://evil.example").headers
        assert not [
            name
            for name in headers
            if name.lower().startswith("access-control") or name.lower() == "set-cookie"
        ]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


BODIES = {
    "nothing": b"",
    "half": b'{"code": "',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "deep": b"[" * 4000,
    "deep objects": b'{"a":' * 1000 + b"1" + b"}" * 1000,
    "half of a letter": b'{"code": "\\ud800"}',
    "no UTF-8": b'{"code": "\xff\xfe"}',
    "no number": b'{"code": NaN}',
    "a long number": b'{"code": ' + b"9" * 5000 + b"}",
    "a code that is a list": b'{"code": ["A"]}',
    "a code that is an object": b'{"code": {"$ne": ""}}',
    "a long code": b'{"code": "' + b"A" * 7000 + b'"}',
}


@each("body", BODIES.values(), ids=BODIES)
def test_what_is_no_json_of_ours_is_refused(safe, body):
    """With a sentence, and no fault."""
    for path in ("/me", "/report", "/register", "/desk/state"):
        assert safe.post(path, body).status in (400, 403, 409, 429), path
    assert "could not be answered" not in "".join(
        e.why for e in safe.showing.room.refusals.newest()
    )


def test_what_is_too_large_is_refused_before_it_is_read(safe):
    """Bodies, headers and addresses."""
    host = safe.host
    head = f"POST /me HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
    assert b" 413 " in raw(safe.port, f"{head}Content-Length: 9000000000\r\n\r\n".encode())[:40]
    assert (
        b" 413 "
        in raw(safe.port, f"{head}Content-Length: 8193\r\n\r\n".encode() + b"a" * 8193)[:40]
    )
    assert (
        b" 411 "
        in raw(
            safe.port, f"{head}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n".encode()
        )[:40]
    )
    assert (
        b" 41"
        in raw(safe.port, f"GET /{'a' * 2000} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())[:40]
    )
    many = "".join(f"X-{n}: {'a' * 100}\r\n" for n in range(1000))
    assert b" 4" in raw(safe.port, f"GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n".encode())[:40]


STRANGE = {
    "two hosts": b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two lengths": b"POST /me HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length below nothing": b"POST /me HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
    "a length and chunks": b"POST /me HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: evil.example\r\n HOST\r\n\r\n",
    "a method of its own": b"DELETE /data HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:80 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "as of a proxy": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "noise": bytes(range(256)) * 4,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64,
}


@each("sent", STRANGE.values(), ids=STRANGE)
def test_requests_that_no_browser_sends(safe, sent):
    """They are refused, or the line is closed; nobody gets the page."""
    answer = raw(safe.port, sent.replace(b"HOST", safe.host.encode()), wait=2)
    assert not answer.startswith(b"HTTP/1.1 2"), answer[:200]


def test_a_switch_to_another_protocol_is_not_made(safe):
    """A WebSocket is not opened: what asks for one gets the plain page, or nothing."""
    sent = f"GET /events HTTP/1.1\r\nHost: {safe.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    assert b" 101 " not in raw(safe.port, sent.encode(), wait=1)[:40]


def test_headers_do_not_say_who_asks(safe):
    """Neither is an address believed, nor does it lift a limit or open the desk."""
    forged = {"X-Forwarded-For": "10.1.2.3", "X-Real-IP": "10.1.2.3", "Forwarded": "for=10.1.2.3"}
    safe.post("/me", {"code": "AAAA-AAA0"}, **forged)
    (found,) = safe.showing.room.refusals.newest()
    assert found.address == "127.0.0.1"


def test_requests_that_come_byte_by_byte_are_cut_off(safe, monkeypatch):
    """However many: the others are served meanwhile, and each is gone after a while, whatever it still sends."""
    monkeypatch.setattr(listening, "PATIENCE", 1.0)
    slow = [socket.create_connection(("127.0.0.1", safe.port), timeout=5) for _ in range(60)]
    silent, slow = slow[:20], slow[20:]
    begun = time.monotonic()
    for n, each_ in enumerate(slow):
        each_.sendall(
            b"GET / HTTP/1.1\r\nHo"
            if n % 2
            else b"POST /me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
        )
    assert safe.get("/data").status == 200
    while time.monotonic() - begun < 1.6:
        for each_ in slow:
            with suppress(OSError):
                each_.sendall(b"a")
        time.sleep(0.2)
    assert all(map(_is_closed, [*silent, *slow]))
    assert safe.get("/data").status == 200


def _is_closed(connection):
    """True if the other side has ended it."""
    with closing(connection):
        try:
            while connection.recv(4096):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


def test_too_many_lines_cost_only_whoever_has_them(safe, monkeypatch):
    """The oldest of the address that has most are cut off; a new phone is let in."""
    monkeypatch.setattr(listening, "MOST_CONNECTIONS", 30)
    held = [socket.create_connection(("127.0.0.1", safe.port), timeout=5) for _ in range(60)]
    for _ in range(100):  # each of them is the newest
        assert safe.get("/data").status == 200
    wait_for(lambda: len(safe.showing.server.server_state.connections) <= 31)
    for each_ in held:
        each_.close()


def test_too_many_requests_of_one_address_are_refused(safe):
    """Others have limits of their own."""
    requests = safe.showing.server.config.app._requests
    for _ in range(int(requests.limit.at_once) + 100):
        requests.count("127.0.0.1")
    answer = safe.get("/data")
    assert answer.status == 429
    assert answer.json["seconds"] >= 1
    requests._left.clear()


def test_a_code_opens_the_own_table_alone(phone, workbook):
    """Nothing that is sent names another player or table."""
    codes = codes_of(workbook)
    me = phone.post("/me", {"code": codes[1], "no": 5, "player": 5, "table": 1}).json
    assert me["player"]["no"] == 1
    answers = {
        field["header"]: field["choices"][0][1] for field in me["form"] if not field["optional"]
    }
    body = {
        "code": codes[1],
        "round": me["round"],
        "made": me["made"],
        "answers": answers,
        "no": 5,
        "pair": [5, 6],
        "table": 1,
    }
    assert phone.post("/report", body).json["mine"]
    lines = workbook.with_name("event reports.jsonl").read_text(encoding="utf-8").splitlines()
    (line,) = map(json.loads, lines)
    assert line["no"] == 1
    assert 1 in line["pair"]
    strangers = [
        phone.post("/me", {"code": codes[no]}).json for no in codes if no not in line["pair"]
    ]
    assert {seen["state"] for seen in strangers} == {"none"}
    assert all(seen["theirs"] is None for seen in strangers)


def test_nothing_secret_is_in_any_answer(phone, workbook):
    """Neither codes, nor the seed, nor paths."""
    codes = codes_of(workbook)
    told = b"".join(
        phone.get(path).content for path in ("/", "/data", "/register", "/desk", "/desk.js")
    )
    told += phone.post("/me", {"code": codes[1]}).content + phone.desk().content
    for secret in (
        *codes.values(),
        *(code.replace("-", "") for code in codes.values()),
        str(workbook.parent),
    ):
        assert secret.encode() not in told
    assert phone.showing.room.kept.key.encode() not in told


def test_names_are_text_wherever_they_are_shown(phone, workbook):
    """On the page in its data, at the desk as text."""
    page = phone.get("/").content.decode()
    assert "<script>alert" not in page
    assert phone.post("/drop", {"code": codes_of(workbook)[1]}).status == 200
    assert phone.desk().json["reports"]["drops"] == ["<script>alert(1)</script>"]
    assert "<script>alert" not in phone.get("/desk").content.decode()
    script = phone.get("/desk.js").content.decode()
    assert "innerHTML" not in script
    assert "insertAdjacentHTML" not in script


def test_a_registration_cannot_do_anything_but_register(made, tmp_path):
    """Formulas, controls and other columns are refused, or stay text."""
    workbook = made(tmp_path / "event", 6, "Registration=Yes", paired=False)
    with shown(workbook) as phone:

        def come(**sent):
            return phone.post(
                "/register", {"name": "Ida", "club": "", "details": {}, **sent}
            ).status

        assert come(name="a\x00b") == 422
        assert come(name="x" * 300) == 422
        assert come(name="x" * 3000) == 400
        assert come(details={"Status": "Disqualified"}) == 422
        assert come(details={"Corp": {"a": 1}}) == 422
        assert come(name='=HYPERLINK("http://evil.example")') == 200
    assert "HYPERLINK" in workbook.with_name("event reports.jsonl").read_text(encoding="utf-8")
