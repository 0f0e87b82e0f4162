/** How long a key is kept: until this tab is closed, or in this browser until it is forgotten. */
export type KeyPlace = 'tab' | 'device'
