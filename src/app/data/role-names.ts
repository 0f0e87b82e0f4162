import type { Role } from './message.ts'

/** What a role is called on the page. */
export const roleNames: Readonly<Record<Role, string>> = { user: 'You', assistant: 'Assistant', system: 'System' }

/** The roles in the order in which they are offered. */
export const roles: readonly Role[] = ['user', 'assistant', 'system']
