import { describe, expect, test } from 'vitest'
import { engineWith } from './engines/openai/scripted-engine.test-support.ts'
import { startTestService } from './running-service.test-support.ts'

// What a modern request and its reply contain, besides text: the service passes each part on unchanged.

const message = (content: string) => `[{"role": "user", "content": [{"type":"text","text":"Look"}, ${content}]}]`

/** Fields of a request as JSON, written so that parsing and writing them again would change them. */
const requestFields: Readonly<Record<string, string>> = {
  'messages with an image': `"messages":${message('{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo=","detail":"low"}}')}`,
  'messages with a file': `"messages":${message('{"type":"file","file":{"filename":"a\\u00e4.pdf","file_data":"data:application/pdf;base64,JVBERi0="}}')}`,
  'messages with audio': `"messages":${message('{"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}')}`,
  'messages with a part of an unknown kind': `"messages":${message('{"type":"video_url","video_url":{"url":"https:\\/\\/example.org","fps":1.0}}')}`,
  'messages with tool calls and results':
    '"messages":[{"role":"user","content":"Rain?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"weather","arguments":"{\\"city\\": \\"Oslo\\"}"}}]},' +
    '{"role":"tool","tool_call_id":"c1","content":"12.0"},{"role":"tool","tool_call_id":"c2","content":[{"type":"text","text":"Wind"}]}]',
  'messages with reasoning and a refusal':
    '"messages":[{"role":"assistant","content":"No","reasoning_content":"Hm","refusal":null},{"role":"developer","content":"Be kind","name":"ada"}]',
  tools:
    '"tools":[{"type":"function","function":{"name":"weather","description":"x","strict":true,"parameters":{"type":"object","properties":{"days":{"type":"integer","maximum":7.0}}}}}]',
  'tool choice of one tool': '"tool_choice":{"type":"function","function":{"name":"weather"}}',
  'tool choice as a word': '"tool_choice":"required"',
  'parallel tool calls': '"parallel_tool_calls":false',
  'a JSON schema':
    '"response_format":{"type":"json_schema","json_schema":{"name":"r","strict":true,"schema":{"$ref":"#/$defs/a","$defs":{"a":{"minimum":1.50}}}}}',
  'a JSON object': '"response_format":{"type":"json_object"}',
  'token probabilities': '"logprobs":true,"top_logprobs":5',
  'reasoning effort': '"reasoning_effort":"high"',
  'further parameters':
    '"top_k":40,"min_p":0.050,"repetition_penalty":1.10,"logit_bias":{"50256":-100.0},"seed":9223372036854775807',
  'audio in the reply': '"modalities":["text","audio"],"audio":{"voice":"alloy","format":"mp3"}',
}

async function serviceOver(reply: string) {
  const { engine, requests } = engineWith(({ method }) => (method === 'GET' ? { status: 404 } : { body: [reply] }), {
    models: ['tiny'],
  })
  return { ...(await startTestService([engine])), sent: () => requests.at(-1)?.body ?? '' }
}

const wholeReply = (choice: object) => JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', ...choice }] })
const plainReply = wholeReply({ message: { role: 'assistant', content: 'Hi' } })
const frame = (choice: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`
const plainStream = `${frame({ delta: { content: 'Hi' } })}${frame({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`

describe('contract: Chat – every part of a request reaches the engine unchanged', () => {
  test.each(Object.entries(requestFields))('%s', async (_, fields) => {
    for (const stream of [false, true]) {
      const { chat, sent } = await serviceOver(stream ? plainStream : plainReply)
      const messages = fields.startsWith('"messages"') ? '' : '"messages":[{"role":"user","content":"Hi"}],'
      const response = await chat({}, { body: `{"model":"tiny",${messages}${fields},"stream":${stream}}` })
      expect(response.status).toBe(200)
      await response.text()
      expect(sent()).toContain(fields)
    }
  })

  test('40 MB of attachments', async () => {
    const { chat, sent } = await serviceOver(plainReply)
    const url = `data:image/png;base64,${'A'.repeat((40 * 1024 * 1024 * 4) / 3)}`
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]
    expect((await chat({ model: 'tiny', messages })).status).toBe(200)
    expect(sent().includes(url)).toBe(true)
  })
})

const call = (index: number, fields: object) => ({ index, ...fields })
const weighed = (token: string) => ({
  token,
  logprob: -0.5,
  bytes: [72],
  top_logprobs: [{ token: 'x', logprob: -1.25, bytes: null }],
})

/** Choices of streamed chunks as engines send them, which callers receive unchanged. */
const chunks: Readonly<Record<string, readonly { delta: object; [field: string]: unknown }[]>> = {
  'tool calls in parallel': [
    { delta: { tool_calls: [call(0, { id: 'c1', type: 'function', function: { name: 'weather', arguments: '' } })] } },
    { delta: { tool_calls: [call(0, { function: { arguments: '{"city":' } })] } },
    { delta: { tool_calls: [call(1, { id: 'c2', type: 'function', function: { name: 'now', arguments: '{}' } })] } },
    { delta: { tool_calls: [call(0, { function: { arguments: '"Oslo"}' } })] } },
  ],
  'token probabilities': [
    { delta: { content: 'H' }, logprobs: { content: [weighed('H')], refusal: null } },
    { delta: { content: 'i' }, logprobs: { content: [weighed('i')], refusal: null } },
  ],
  'a refusal': [{ delta: { refusal: 'I can’t ' } }, { delta: { refusal: 'do that.' } }],
  audio: [
    { delta: { audio: { id: 'a1', transcript: 'Good ' } } },
    { delta: { audio: { data: 'UklG' } } },
    { delta: { audio: { expires_at: 5 } } },
  ],
  reasoning: [{ delta: { reasoning_content: 'Hm, ' } }, { delta: { reasoning_content: 'yes.' } }],
  annotations: [
    {
      delta: { content: 'See', annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org' } }] },
    },
  ],
}

/** Messages of whole replies. */
const wholes: Readonly<Record<string, { message: object; [field: string]: unknown }>> = {
  'tool calls': {
    message: {
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city": "Oslo"}' } }],
    },
    finish_reason: 'tool_calls',
  },
  'token probabilities': { message: { content: 'Hi' }, logprobs: { content: [weighed('Hi')], refusal: null } },
  'a refusal': { message: { content: '', refusal: 'I can’t do that.' } },
  audio: { message: { content: '', audio: { id: 'a1', data: 'UklG', transcript: 'Good day', expires_at: 5 } } },
  reasoning: { message: { content: 'Yes.', reasoning_content: 'Hm' } },
  annotations: {
    message: { content: 'See', annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org' } }] },
  },
}

/** The choices that a caller receives, without the fields that only frame them. */
function choicesOf(text: string): object[] {
  return text.split('\n\n').flatMap((each) => {
    if (!each.startsWith('data: {')) return []
    const [{ index: _index, finish_reason: reason, delta, ...others }] = JSON.parse(each.slice(6)).choices
    const { role: _role, ...rest } = delta
    // Empty text adds nothing to a reply.
    if (rest.content === '') delete rest.content
    const isFraming = reason !== null || Object.keys(rest).length === 0
    return isFraming ? [] : [{ delta: rest, ...others }]
  })
}

describe('contract: Chat – every part of a reply reaches the caller unchanged', () => {
  test.each(Object.entries(chunks))('%s, streamed', async (_, choices) => {
    const end = frame({ delta: {}, finish_reason: 'stop' })
    const { chat } = await serviceOver(`${choices.map(frame).join('')}${end}data: [DONE]\n\n`)
    const text = await (await chat({ model: 'tiny', stream: true })).text()
    expect(choicesOf(text)).toEqual(choices)
    expect(text).toContain('data: [DONE]')
  })

  test.each(Object.entries(wholes))('%s, whole', async (_, choice) => {
    const { chat } = await serviceOver(wholeReply(choice))
    const { choices } = await (await chat({ model: 'tiny' })).json()
    expect(choices).toEqual([
      { index: 0, finish_reason: 'stop', ...choice, message: { role: 'assistant', ...choice.message } },
    ])
  })

  test('token probabilities, refusals and audio of an engine that streams against the request', async () => {
    const joined = async (name: string) => {
      const end = frame({ delta: {}, logprobs: null, finish_reason: 'stop' })
      const { chat } = await serviceOver(`${chunks[name]?.map(frame).join('')}${end}data: [DONE]\n\n`)
      return (await (await chat({ model: 'tiny' })).json()).choices[0]
    }
    expect(await joined('token probabilities')).toMatchObject({
      message: { content: 'Hi' },
      logprobs: { content: [weighed('H'), weighed('i')] },
    })
    expect((await joined('a refusal')).message.refusal).toBe('I can’t do that.')
    expect((await joined('audio')).message.audio).toEqual({
      id: 'a1',
      transcript: 'Good ',
      data: 'UklG',
      expires_at: 5,
    })
    expect((await joined('tool calls in parallel')).message.tool_calls).toHaveLength(2)
  })
})
