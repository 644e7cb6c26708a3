/** A refused file, with the cause for the operator. */
export class Refusal extends Error {}
