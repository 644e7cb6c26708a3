import { ApiError } from '../../../web/api-client.ts';
import type { Role } from '../contract.ts';
import { type One, useStudioQuery } from './calls.ts';

interface StudioSession {
  role: Role;
  username: string;
}

/** The person at the desk: null while nobody knows, 'stranger' for a user without a role. */
export function useStaff(): StudioSession | 'stranger' | null {
  const { data, error } = useStudioQuery<One<StudioSession>>('/session');
  if (error instanceof ApiError && error.status === 403) return 'stranger';
  return data?.data.result ?? null;
}
