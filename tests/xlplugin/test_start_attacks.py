"""*New tournament* serves one browser of this computer, and no other page, program or computer."""

from __future__ import annotations

import re
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection

import pytest
from start_page import FORM, HOST, Asking, served

from xlplugin.doors.start import server as serving
from xlplugin.doors.start.session import Session

from cases import each

NEW = {
    "rules": "ruleset:hex",
    "name": "Cup",
    "players": "",
    "place": "documents",
    "program": "lite",
}


@pytest.fixture
def stranger(tmp_path):
    """Give whoever knows the port, but was never let in."""
    return Asking(tmp_path / "home")


@pytest.fixture
def page(stranger):
    """Give the browser that was let in."""
    return stranger.come_in()


# the door


def test_without_the_key_nothing_is_shown(stranger):
    """Neither a page nor its style; nothing says what is behind it."""
    for path in (
        "/",
        "/start.css",
        "/done?n=1",
        "/?key=",
        "/?key=x",
        f"/?key={'x' * 5000}",
        "/?key=%ff",
    ):
        answer = stranger.ask("GET", path)
        assert (answer.status, "Set-Cookie" in answer.headers) == (403, False), path
        assert b"New tournament again" in answer.content
        assert stranger.session.token.encode() not in answer.content
    assert stranger.ask("POST", "/new", NEW).status == 403
    assert stranger.files() == ["Desktop", "Documents"]


@each(
    "host",
    ["evil.example:4711", "localhost:4711", "127.0.0.1", "127.0.0.1:80", "[::1]:4711", "", None],
)
def test_a_name_that_leads_here_is_refused(host, tmp_path_factory):
    """A page elsewhere could have its own name lead to this computer, with a key or without."""
    page = Asking(tmp_path_factory.mktemp("home") / "home")
    key = page.session.address.partition(HOST)[2]
    assert page.ask("GET", key, host=host).status == 403
    page.come_in()
    assert page.ask("GET", "/", host=host).status == 403
    assert page.ask("POST", "/new", NEW, host=host).status == 403
    assert page.ask("GET", "/").status == 200
    assert page.files() == ["Desktop", "Documents"]


def test_the_address_works_once(stranger):
    """Whoever else has read it from the list of processes ends everything, and is not let in."""
    key = stranger.session.address.partition(HOST)[2]
    first = stranger.ask("GET", key)
    assert first.status == 200
    assert re.fullmatch(
        r"xlplugin-4711=[\w-]{32}; HttpOnly; SameSite=Strict; Path=/", first.headers["Set-Cookie"]
    )
    assert stranger.session.token.encode() not in first.content
    second = stranger.ask("GET", key)
    assert (second.status, "Set-Cookie" in second.headers) == (403, False)
    assert b"To be safe" in second.content
    stranger.time += 10
    assert stranger.session.is_over()


def test_the_browser_itself_may_open_the_address_again(page):
    """From its history, for example."""
    answer = page.ask("GET", page.session.address.partition(HOST)[2])
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert not page.session.is_over()


def test_an_address_fetched_ahead_is_not_used_up(stranger):
    """A browser that fetches what somebody may want to see does not have it yet."""
    key = stranger.session.address.partition(HOST)[2]
    assert stranger.ask("GET", key, sec_purpose="prefetch").status == 503
    assert stranger.ask("HEAD", key).status == 403
    assert stranger.come_in().get()


@each(
    "cookie",
    ["", "xlplugin-4711=", "xlplugin-4711=x", "xlplugin-4712={known}", "other={known}", "=;;=", "\x00",
     "xlplugin-4711={known}x"],
)  # fmt: skip
def test_a_forged_cookie_is_refused(cookie, tmp_path_factory):
    """Nothing but the one that was given counts."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    known = page.cookie.partition("=")[2]
    assert page.ask("GET", "/", cookie=cookie.format(known=known)).status == 403


def test_cookies_of_other_programs_on_this_computer_do_no_harm(page):
    """Whatever they are like: all of them come along."""
    others = f'a={{"b": "c, d"}}; =; x; {page.cookie}; e="f'
    assert page.ask("GET", "/", cookie=others).status == 200


# other pages


@each(
    ("headers", "token"),
    [
        ({"origin": "https://evil.example"}, "{right}"), ({"origin": "null"}, "{right}"),
        ({"origin": None}, "{right}"), ({"origin": "http://127.0.0.1:4712"}, "{right}"),
        ({"origin": "http://localhost:4711"}, "{right}"), ({}, "wrong"), ({}, ""), ({}, "{right}x"),
        ({"content_type": "text/plain"}, "{right}"),
    ],
)  # fmt: skip
def test_a_form_of_another_page_changes_nothing(headers, token, tmp_path_factory):
    """Even if a browser sent the cookie along with it."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    fields = {**NEW, "token": token.format(right=page.session.token)}
    for path in ("/new", "/open", "/restore", "/export", "/forget", "/close"):
        assert page.ask("POST", path, fields, **headers).status == 403, path
    assert page.files() == ["Desktop", "Documents"]
    assert not page.session.is_over()


def test_another_page_cannot_keep_it_open_or_end_it(page):
    """What the script of a page asks is asked by ours alone."""
    for path in ("/alive", "/left"):
        assert page.ask("POST", path, origin="https://evil.example").status == 403
        assert page.ask("POST", path).status == 204


def test_no_path_of_a_form_or_an_address_is_used(page):
    """An event is one of the list, a backup one of the event's, a rule one of those offered."""
    secret = page.home / "secret.xlsx"
    secret.write_bytes(b"secret")
    page.new(program="lite")
    key = page.key()
    for event in (str(secret), "../secret.xlsx", "0", "", key[:-1]):
        for path in ("/doctor", "/restore", "/export"):
            assert "secret" not in page.get(f"{path}?event={event}")
        for path in ("/open", "/restore", "/export", "/forget"):
            page.post(path, event=event, which=str(secret), format="csv")
    for path in ("/../secret.xlsx", "/page.css", "//etc/passwd", "/start.html", "/%2e%2e/"):
        assert page.ask("GET", path).headers.get("Location") == "/"
    for which in (str(secret), "../secret.xlsx", "1", ""):
        assert "Choose a backup." in page.post("/restore", event=key, which=which)
    assert page.opened == []
    assert secret.read_bytes() == b"secret"


@each("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"])
def test_other_methods_do_nothing(method, tmp_path_factory):
    """There are pages and forms, and nothing else."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    assert page.ask(method, "/new").status == 403


@each(
    "body",
    [b"", b"--x", b"--x--", b"--x\r\n\r\n--x--", b'--x\r\nContent-Disposition: form-data; name="token',
     b"\r\n--x\r\n" * 5000, b"\xff" * 1000, b'--x\r\n; name="a"; filename="../../x"\r\n\r\n\r\n--x--'],
)  # fmt: skip
def test_a_damaged_form_is_refused(body, tmp_path_factory):
    """None of them has the token."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    for kind in ("multipart/form-data; boundary=x", "multipart/form-data", FORM, ""):
        assert page.ask("POST", "/new", body=body, content_type=kind).status == 403
    part = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    many = part.format("a", "") * 60 + part.format("token", page.session.token) + "--x--\r\n"
    form = {"body": many.encode(), "content_type": "multipart/form-data; boundary=x"}
    assert page.ask("POST", "/new", **form).status == 403
    many = "&".join(f"a{n}=1" for n in range(1000)).encode()
    assert page.ask("POST", "/new", body=many).status == 403


# sockets


def asked(server, method="GET", path="/", body=None, **headers):
    """The status, the headers and the content of an answer over a socket."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, names)
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


def test_it_listens_on_this_computer_alone(tmp_path):
    """No other computer can reach it, and no firewall asks; its port is no other program's."""
    with served(tmp_path / "home") as server:
        assert server.socket.getsockname()[0] == "127.0.0.1"
        assert server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0
        status, headers, _ = asked(server)
    assert status == 403
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-store")
    assert headers["Server"] == "xlplugin "


def test_no_name_is_looked_up(tmp_path, monkeypatch):
    """Looking up its own name would take a Mac half a minute."""
    monkeypatch.setattr(socket, "getfqdn", lambda *_: pytest.fail("looked up"))
    with served(tmp_path / "home") as server:
        assert asked(server)[0] == 403


def test_a_form_that_is_too_large_is_refused_unread(tmp_path, monkeypatch):
    """It is told, and nothing of it is kept."""
    monkeypatch.setattr(serving, "MOST_BODY", 1000)
    with served(tmp_path / "home") as server:
        status, _, content = asked(server, "POST", "/new", b"x" * 300_000)
        assert (status, b"too large" in content) == (413, True)
        assert asked(server, "POST", "/new", body=None, Content_Length="-1")[0] == 411
        assert asked(server, "POST", "/new", body=b"x", Transfer_Encoding="chunked")[0] in (
            400,
            411,
        )


def drip(connection):
    """Send a byte now and then, for five seconds."""
    for _ in range(50):
        connection.sendall(b"x")
        time.sleep(0.1)


def test_whoever_is_slow_keeps_nobody_waiting(tmp_path, monkeypatch):
    """A request must have come in time, however often another byte of it does; others are answered meanwhile."""
    monkeypatch.setattr(serving, "PATIENCE", 0.5)
    with served(tmp_path / "home") as server:
        slow = socket.create_connection(("127.0.0.1", server.server_port), timeout=20)
        slow.sendall(b"POST /new HTTP/1.0\r\nContent-Length: 1000\r\n\r\n")
        assert asked(server)[0] == 403
        with pytest.raises(OSError, match=r"reset|pipe"):  # with most of it still to come
            drip(slow)
        slow.close()


def crowd_of(server, number, sent=b""):
    """Connections that ask nothing, or begin to, and stay."""
    connections = []
    for _ in range(number):
        connections.append(socket.create_connection(("127.0.0.1", server.server_port), timeout=20))
        with suppress(OSError):
            connections[-1].sendall(sent)
    return connections


@each(
    "sent",
    [b"", b"GET / HTTP/1.1\r\nHost: ", b"POST /new HTTP/1.0\r\nContent-Length: 1000\r\n\r\n"],
)
def test_connections_that_ask_nothing_lock_nobody_out(sent, tmp_path_factory):
    """The oldest of them makes room; no more threads are started than for two dozen."""
    with served(tmp_path_factory.mktemp("home") / "home") as server:
        before = threading.active_count()
        crowd = crowd_of(server, 4 * serving.MOST_AT_ONCE, sent)
        assert asked(server)[0] == 403
        assert threading.active_count() - before < 2 * serving.MOST_AT_ONCE
        assert crowd[0].recv(1) == b""
        for one in crowd:
            one.close()


def test_threads_are_bounded_where_they_cannot_be_woken(tmp_path, monkeypatch):
    """On Windows a thread that reads does not notice that its connection was given up; others are turned away."""
    monkeypatch.setattr(serving, "MOST_THREADS", 30)
    monkeypatch.setattr(serving.Server, "_give_up", serving.Server.has_come)
    with served(tmp_path / "home") as server:
        before = threading.active_count()
        crowd = crowd_of(server, 50)
        with pytest.raises(OSError, match=r"without response|reset|pipe"):
            asked(server)
        assert threading.active_count() - before == 30
        for one in crowd:
            one.close()


def test_what_is_no_request_is_forgotten(tmp_path, capfd):
    """Nothing is printed, and the next request is answered."""
    with served(tmp_path / "home") as server:
        for sent in (
            b"\x16\x03\x01\x02\x00",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"\r\n" * 100,
            b"",
        ):
            with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
                connection.sendall(sent)
        assert asked(server)[0] == 403
    assert capfd.readouterr() == ("", "")


def test_two_programs_have_different_keys():
    """And cookies of different names, as all ports of an address share their cookies."""
    one, two = Session(1, lambda _: None), Session(2, lambda _: None)
    secrets = [one.token, one._key, one._cookie[11:], two.token, two._key, two._cookie[11:]]
    assert len({*secrets, one._cookie[:11], two._cookie[:11]}) == 8
    assert min(map(len, secrets)) >= 32
