/** The name that an account was just made for, on its way from the registration to the login. */
let registered: string | null = null;

export function noteRegistered(username: string): void {
  registered = username;
}

/** The name, told once. */
export function takeRegistered(): string | null {
  const username = registered;
  registered = null;
  return username;
}
