import type { AnswerOf, CallAt } from '../../../shared/calls.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useStudioQuery } from './calls.ts';

type StudioSession = AnswerOf<CallAt<'GET', '/studio/session'>>['result'];

/** The person at the desk: null while nobody knows, 'stranger' for a user without a role. */
export function useStaff(): StudioSession | 'stranger' | null {
  const { data, error } = useStudioQuery('/studio/session');
  if (error instanceof ApiError && error.status === 403) return 'stranger';
  return data?.data.result ?? null;
}
