/** The time as an argument, so that a test may choose it. What money and access depend on asks the database instead. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
