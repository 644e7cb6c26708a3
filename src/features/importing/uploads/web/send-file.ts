import { DetailedError, Upload } from 'tus-js-client';
import { apiBase } from '../../../../shared/paths.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { authHeaders } from '../../../../web/session.ts';
import type { AskPassword } from '../../../studio/web/calls.ts';
import type { FileToSend, SendFile } from '../../../studio/web/send-file.ts';

/** After a lost connection: soon, then each minute, as long as the server keeps the upload. */
const retryDelays = [1000, 3000, 9000, 27_000, ...Array.from({ length: 7 * 24 * 60 }, () => 60_000)];
/** These failures pass: the line may be lost, another request hold the file for a moment, or the server be busy. */
const passing = new Set([0, 423, 429, 500, 502, 503, 504]);

/** A sender of files by tus; it asks for the password where the server does, and then goes on. */
export function createSendFile({ askPassword }: { askPassword: AskPassword }): SendFile {
  return (given) =>
    new Promise((resolve, reject) => {
      const { file, signal, onWaiting = () => {}, onProgress = () => {} } = given;
      const upload = new Upload(file, {
        endpoint: `${apiBase}/studio/uploads`,
        metadata: metadataOf(given),
        retryDelays,
        uploadDataDuringCreation: true,
        storeFingerprintForResuming: false,
        onBeforeRequest(request) {
          for (const [name, value] of Object.entries(authHeaders())) request.setHeader(name, value);
        },
        onProgress(sent, total) {
          onWaiting(false);
          onProgress(total === 0 ? 1 : sent / total);
        },
        onShouldRetry(error) {
          const isWorth = isPassing(problemOf(error));
          if (isWorth) onWaiting(true);
          return isWorth;
        },
        async onError(error) {
          const problem = problemOf(error);
          if (wantsPassword(problem) && (await askPassword('studio'))) upload.start();
          else reject(problem);
        },
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      });
      signal?.addEventListener('abort', () => {
        void upload.abort(true).catch(() => {}); // it expires
        reject(signal.reason);
      });
      upload.start();
    });
}

function metadataOf({ path, importId }: FileToSend): Record<string, string> {
  return { path, ...(importId === undefined ? {} : { import: importId }) };
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** Whether the next try may succeed. */
export const isPassing = ({ status, code }: ApiError): boolean => passing.has(status) || code === 'upload_offset';

/** Whether the file goes on once somebody has entered their password. */
export const wantsPassword = ({ code, body }: ApiError): boolean => code === 'password_needed' && body.for === 'studio';

/** The failure of an upload as that of a call. */
export function problemOf(error: Error): ApiError {
  const text = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  return Object.assign(new ApiError(statusOf(error), bodyOf(text)), { cause: error });
}

function bodyOf(text: string | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {}; // a proxy's page
  }
}
