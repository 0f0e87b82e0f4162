import { z } from 'zod'

/*
 * What the OpenAPI document says about forwarded requests and answers, for readers and generated clients. Only `model` is
 * read; an engine may accept and return more, or something else.
 */

const model = z.string().describe('The id of a model of the fitting type.')
const usage = z.looseObject({}).optional().describe('As the engine reports it.')

export const forwardedRequests = {
  EmbeddingsRequest: z.looseObject({
    model: z.string().describe('The id of an embedding model. These are not in the list of models.'),
    input: z.union([z.string(), z.array(z.string()), z.array(z.int()), z.array(z.array(z.int()))]),
    encoding_format: z.enum(['float', 'base64']).optional(),
    dimensions: z.int().min(1).optional(),
  }),
  ModerationRequest: z.looseObject({
    model,
    input: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({ type: z.string() })]))]),
  }),
  ImageRequest: z.looseObject({
    model,
    prompt: z.string(),
    n: z.int().min(1).optional(),
    size: z.string().optional(),
    stream: z.boolean().optional(),
  }),
  SpeechRequest: z.looseObject({
    model,
    input: z.string(),
    voice: z.string(),
    response_format: z.string().optional(),
  }),
  TranscriptionRequest: z.looseObject({
    model,
    file: z.string().meta({ contentMediaType: 'application/octet-stream' }),
    language: z.string().optional(),
    response_format: z.string().optional(),
    stream: z.boolean().optional(),
  }),
}

export const forwardedResponses = {
  Embeddings: z.looseObject({
    data: z.array(z.looseObject({ index: z.int(), embedding: z.union([z.array(z.number()), z.string()]) })),
    usage,
  }),
  Moderation: z.looseObject({ results: z.array(z.looseObject({ flagged: z.boolean() })) }),
  Images: z.looseObject({
    data: z.array(z.looseObject({ b64_json: z.string().optional(), url: z.string().optional() })),
    usage,
  }),
  Transcription: z.looseObject({ text: z.string(), usage }),
}
