/** A stub of the openai package that prints its arguments and makes no requests. `key` is the expected key. */
export const pythonStandIn = (key: string) => `
import json

class OpenAI:
    def __init__(self, base_url, api_key):
        assert api_key == ${JSON.stringify(key)}
        self.chat = self
        self.completions = self

    def create(self, extra_body=None, **fields):
        print(json.dumps({**fields, **(extra_body or {})}))
        if fields.get("stream"):
            return []
        return Completion()

class Completion:
    def __init__(self):
        self.choices = [self]
        self.message = self
        self.content = "Well said."
`
