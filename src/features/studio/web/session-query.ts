import type { AnswerOf, CallAt } from '../../../shared/calls.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useStudioQuery } from './calls.ts';

type StudioSession = AnswerOf<CallAt<'GET', '/studio/session'>>['result'];

/** The person at the desk: null while nobody knows or nobody `isAsked`, 'stranger' for a user without a role. */
export function useStaff({ isAsked = true } = {}): StudioSession | 'stranger' | null {
  const { data, error } = useStudioQuery('/studio/session', isAsked ? {} : null);
  if (error instanceof ApiError && error.status === 403) return 'stranger';
  return data?.data.result ?? null;
}

/** The role of the person at the desk; null while nobody knows, and for a user without one. */
export function useRole(): StudioSession['role'] | null {
  const staff = useStaff();
  return staff === 'stranger' ? null : (staff?.role ?? null);
}
