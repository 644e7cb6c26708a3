import { createContext, use } from 'react';

/** A file on its way to the server. */
export interface FileToSend {
  file: File;
  /** Its path, relative to what was chosen. */
  path: string;
  /** The import that it belongs to; absent: it is for a page or a cover. */
  importId?: string;
  /** Called with the share that has come, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Called when the line is lost, and with false when the file goes on. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Gives the file up. */
  signal?: AbortSignal;
}

/** Sends a file in parts, and goes on by itself after a lost line; resolves to its id, rejects with ApiError. */
export type SendFile = (given: FileToSend) => Promise<string>;

const SendFileContext = createContext<SendFile | null>(null);
export const SendFileProvider = SendFileContext.Provider;

/** The way to send a file to the studio. */
export function useSendFile(): SendFile {
  const send = use(SendFileContext);
  if (!send) throw new Error('useSendFile needs a SendFileProvider');
  return send;
}
