import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** What the reader's device has answered; null: it gave nothing, as when the reader has closed its question. */
type DeviceAnswer = Record<string, unknown> | null;

/** Has the device make a passkey; `known`: it has one of this user already. */
export async function makePasskey(options: { challenge: string }): Promise<DeviceAnswer | 'known'> {
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON; // the server's library wrote them for this one
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    return isKnown(error) ? 'known' : null;
  }
}

/** Has the device sign in for one of its users. */
export async function askForPasskey(options: { challenge: string }): Promise<DeviceAnswer> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON; // the server's library wrote them for this one
  return startAuthentication({ optionsJSON }).then(
    (answer) => ({ ...answer }),
    () => null,
  );
}

function isKnown(error: unknown): boolean {
  return error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
}
