/** A user with a valid session. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  username: string;
}

/** The user, the address (one hash of both, by a key of ours) and the time of a use. */
export interface UsedFrom {
  hash: Buffer;
  now: Date;
}
