"""`norn serve --memory`, started for a test and ended with it."""

import http.client
import json
import os
import subprocess

from norn_process import PATIENCE_S, PROGRAM, NornTest

TABLE = {"TableName": "things", "BillingMode": "PAY_PER_REQUEST",
         "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
         "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}


class Server:
    """A server in memory, and the calls of a client. A call returns the status and the reply."""

    def __init__(self, test, process):
        self.process = process
        self.ready = json.loads(process.stdout.readline() or "null")
        self.test = test

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.ready["host"], self.ready["port"],
                                                timeout=PATIENCE_S)
        self.test.addCleanup(connection.close)
        text = body if isinstance(body, (str, type(None))) else json.dumps(body)
        connection.request(method, path, text, headers or {})
        response = connection.getresponse()
        text = response.read().decode()
        response.json = json.loads(text) if text.startswith(("{", "[")) else text
        return response

    def call(self, operation, parameters=None, key="local", service="DynamoDB_20120810",
             headers=None):
        credential = f"Credential={key}/20261119/us-east-1/dynamodb/aws4_request"
        return self.request("POST", "/", parameters or {}, {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": f"{service}.{operation}",
            "X-Amz-Date": "20261119T000000Z",
            "Authorization": f"AWS4-HMAC-SHA256 {credential}, SignedHeaders=host, Signature=0",
            **(headers or {})})

    def done(self, operation, parameters=None, **options):
        """A call that succeeds: its reply."""
        response = self.call(operation, parameters, **options)
        self.test.assertEqual(response.status, 200, response.json)
        return response.json

    def control(self, method, path, body=None):
        """A request to the server itself, which succeeds: its reply."""
        response = self.request(method, f"/_norn/{path}", body)
        self.test.assertEqual(response.status, 200, response.json)
        return response.json

    def put(self, pk, **options):
        return self.done("PutItem", {"TableName": "things", "Item": {"pk": {"S": pk}}}, **options)

    def items(self, **options):
        """The keys of all items, in order."""
        page = self.done("Scan", {"TableName": "things"}, **options)
        return sorted(item["pk"]["S"] for item in page["Items"])


class MemoryTest(NornTest):
    def serve_memory(self, *arguments):
        listen = () if "--dynamodb-listen" in arguments else ("--port", "0")
        command = [os.path.abspath(PROGRAM), "serve", "--memory", *listen, *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, cwd=self.folder)
        self.addCleanup(self.end, process)
        return Server(self, process)
