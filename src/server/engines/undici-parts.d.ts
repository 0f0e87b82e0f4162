// undici's whole entry takes twice the memory of the parts that carry a request, which have no types of their own.

declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export default Agent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export default buildConnector
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici'
  export default errors
}
