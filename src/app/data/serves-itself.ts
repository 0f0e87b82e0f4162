/** True in a static copy of the page, which has no service beside it: its models answer within the page. */
export const servesItself: boolean = import.meta.env.MODE === 'static'
