/** Resellers in models.dev that also list image, speech and moderation models, with facts of their own and under their makers' names. */
export const galleries: ReadonlySet<string> = new Set(['groq', 'nvidia', 'openrouter', 'vercel'])
