/** A port of this machine that was free a moment ago, for a server whose port has to be known before it starts. */
export declare function freePort(): Promise<number>
