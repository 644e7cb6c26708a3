/** A file that is not taken, with the cause an operator reads. */
export class Refusal extends Error {}
