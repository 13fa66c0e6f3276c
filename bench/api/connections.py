"""Clients that hold connections: idle ones, and ones that never finish their headers."""

import contextlib
import resource
import selectors
import socket
import threading
import time

HEALTH = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def allow_files(count):
    """Raises the limit of open files; False when the system does not let us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        return False
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
    return True


def connect(port):
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


@contextlib.contextmanager
def idle(port, count):
    """`count` connections that have had one answer each and stay open. Yields how many are still
    open when asked."""
    clients = []
    try:
        for _ in range(count):
            client = connect(port)
            client.sendall(HEALTH)
            if not client.recv(4096):
                raise RuntimeError("the server closed a connection")
            client.setblocking(False)
            clients.append(client)
        yield lambda: sum(map(is_open, clients))
    finally:
        for client in clients:
            client.close()


def is_open(client):
    try:
        return client.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


class Slow:
    """Connections that send one byte of a header per second, each at a moment of its own, for as
    long as the server lets them; those that it closes are replaced."""

    TICKS = 100  # Per second, with a part of the connections in each.

    def __init__(self, port, count):
        self.port = port
        self.count = count
        self.replaced = 0
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.drip)
        self.clients = []

    def open(self):
        client = connect(self.port)
        client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        client.setblocking(False)
        return client

    def drip(self):
        selector = selectors.DefaultSelector()
        for client in self.clients:
            selector.register(client, selectors.EVENT_READ)
        tick = 0
        while not self.ending.is_set():
            begin = time.monotonic()
            for ready, _ in selector.select(0):
                self.replace(selector, ready.fileobj)
            for client in self.clients[tick::self.TICKS]:
                try:
                    client.send(b"x")
                except OSError:
                    self.replace(selector, client)
            tick = (tick + 1) % self.TICKS
            self.ending.wait(max(0.0, begin + 1 / self.TICKS - time.monotonic()))

    def replace(self, selector, client):
        if client not in self.clients:
            return
        selector.unregister(client)
        client.close()
        self.clients[self.clients.index(client)] = fresh = self.open()
        selector.register(fresh, selectors.EVENT_READ)
        self.replaced += 1

    def __enter__(self):
        self.clients = [self.open() for _ in range(self.count)]
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.thread.join()
        for client in self.clients:
            client.close()
