"""The codes of an authenticator app (RFC 6238)."""

import base64
import hmac
import struct
import time

STEP_S = 30


def step_now():
    return int(time.time()) // STEP_S


def code_of(secret, step):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", step), "sha1")
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"
