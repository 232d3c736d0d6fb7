"""A client of the Model Context Protocol, written from its specification (2025-06-18), without its libraries.

Calls every tool of `gridlock mcp`, checks what the specification promises, and prints the answers, a line of JSON each.
"""

import base64
import json
import os
import subprocess
import sys

server = subprocess.Popen(["gridlock", "mcp", "--files", os.path.dirname(sys.argv[1])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
number = 0


def send(**message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


def ask(method, **params):
    global number
    number += 1
    send(id=number, method=method, params=params)
    while True:
        reply = json.loads(server.stdout.readline())
        assert reply["jsonrpc"] == "2.0", reply
        if reply.get("id") == number:
            assert ("result" in reply) != ("error" in reply), reply
            return reply
        assert "id" not in reply, reply  # notifications may come between


hello = ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})["result"]
assert hello["protocolVersion"] == "2025-06-18", hello
assert hello["capabilities"].keys() >= {"tools", "resources", "prompts"}, hello
assert hello["serverInfo"]["name"] == "gridlock", hello
send(method="notifications/initialized")
assert ask("ping")["result"] == {}

tools = {tool["name"]: tool for tool in ask("tools/list")["result"]["tools"]}
for tool in tools.values():
    assert tool["inputSchema"]["type"] == "object" and "outputSchema" not in tool, tool

called = set()


def call(tool, **arguments):
    called.add(tool)
    result = ask("tools/call", name=tool, arguments=arguments)["result"]
    assert not result.get("isError"), result
    assert "structuredContent" not in result, "an answer is sent once"
    (content,) = result["content"]
    return json.loads(content["text"])


with open(sys.argv[1], "rb") as file:
    content = file.read()
assert call("verify", file=sys.argv[1])["proven"]
assert call("verify", base64=base64.b64encode(content).decode())["proven"]
assert not call("verify", base64=base64.b64encode(content[:-1]).decode())["proven"]
assert len(call("rules")["games"]) > 5
assert call("rules", game="duel")["rules"]["near"]
assert len(call("position", game="claim", moves="6")["moves"]) == 7
assert call("why", game="duel")["winner"] == "O"
assert len(call("puzzle", game="claim", seed=1)["moves"]) >= 1
for asked in sys.argv[2:]:
    game, board = asked.split()
    print(json.dumps(call("analyze", game=game, board=board)))
assert called == tools.keys(), called

assert ask("tools/call", name="analyze", arguments={"game": "claim", "moves": "6 7"})["result"]["isError"]
assert "error" in ask("tools/call", name="no such tool", arguments={})
assert "error" in ask("no/such/method")
for document in ask("resources/list")["result"]["resources"]:
    read = ask("resources/read", uri=document["uri"])["result"]["contents"][0]
    assert read["uri"] == document["uri"] and len(read["text"].encode()) == document["size"], document
prompt = ask("prompts/list")["result"]["prompts"][0]
assert {a["name"] for a in prompt["arguments"] if a.get("required")} == {"game", "moves"}
assert ask("prompts/get", name=prompt["name"], arguments={"game": "claim", "moves": "6 16"})["result"]["messages"]

server.stdin.close()
assert server.stdout.read() == ""
sys.exit(server.wait())
