/** What the address says where it is not the id of a connection. */
export const thisServer = 'this-server'
export const newConnection = 'new'
