/**
 * A stub of the openai package that prints its arguments and makes no requests. It calls every tool that it is given.
 * `key` is the expected key.
 */
export const pythonStandIn = (key: string) => `
import json
from types import SimpleNamespace as Made

class OpenAI:
    def __init__(self, base_url, api_key):
        assert api_key == ${JSON.stringify(key)}
        self.chat = self
        self.completions = self

    def create(self, extra_body=None, **fields):
        print(json.dumps({**fields, **(extra_body or {})}))
        names = [tool["function"]["name"] for tool in fields.get("tools", [])]
        if not fields.get("stream"):
            calls = [Made(id=f"call_{at}", function=Made(name=name, arguments="{}")) for at, name in enumerate(names)]
            message = Made(content=None if calls else "Well said.", tool_calls=calls or None)
            return Made(choices=[Made(message=message)])
        return [Made(choices=[])] + [piece for at, name in enumerate(names) for piece in (
            chunk(Made(index=at, id=f"call_{at}", function=Made(name=name, arguments="{"))),
            chunk(Made(index=at, id=None, function=Made(name=None, arguments="}"))),
        )]

def chunk(call):
    return Made(choices=[Made(delta=Made(content=None, tool_calls=[call]))])
`
