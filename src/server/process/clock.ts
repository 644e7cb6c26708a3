/**
 * The time as an argument, so that a test may choose it. Decisions about money and access take the database's time
 * instead.
 */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
