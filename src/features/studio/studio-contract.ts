import * as z from 'zod/mini';
import { timestamp } from '../../shared/wire.ts';
import {
  auditAnswer,
  auditQuery,
  claimAnswer,
  claimBody,
  claimCheckBody,
  noteAnswer,
  noteBody,
  oneOf,
  reason,
  roleAnswer,
  roleBody,
  sessionAnswer,
  sessionBody,
  staffAnswer,
  todayAnswer,
  userParams,
} from './contract.ts';
import { defineStudioCall } from './rules.ts';

const sessionParams = z.extend(userParams, { id: z.string() });
const reasonBody = z.object({ reason });
const linkAnswer = oneOf(z.object({ url: z.string(), expires_at: timestamp }));

export const studioCalls = {
  checkClaim: defineStudioCall({
    method: 'POST',
    path: '/studio/claim/check',
    summary: 'Ask whether a code still claims the site',
    description: 'Tells what a claim would tell, before the password. A wrong code counts as one of a claim.',
    right: 'claim',
    wants: 'nothing',
    body: claimCheckBody,
    failures: [404],
  }),
  claim: defineStudioCall({
    method: 'POST',
    path: '/studio/claim',
    summary: 'Become the first owner, by the code that the start of the server printed',
    description: 'The code holds until it was used, until somebody owns the site, or until the next start.',
    right: 'claim',
    wants: 'nothing',
    body: claimBody,
    answer: claimAnswer,
    failures: [404],
  }),
  getSession: defineStudioCall({
    method: 'GET',
    path: '/studio/session',
    summary: "The caller's role, and until when this session needs no password",
    right: 'enter',
    wants: 'nothing',
    answer: sessionAnswer,
  }),
  confirm: defineStudioCall({
    method: 'POST',
    path: '/studio/session',
    summary: 'Confirm this session with the password',
    description: 'A wrong password counts as a failed login.',
    right: 'enter',
    wants: 'nothing',
    body: sessionBody,
    answer: sessionAnswer,
  }),
  endConfirmation: defineStudioCall({
    method: 'DELETE',
    path: '/studio/session',
    summary: 'Forget that this session was confirmed',
    right: 'enter',
    wants: 'nothing',
  }),
  listStaff: defineStudioCall({
    method: 'GET',
    path: '/studio/staff',
    summary: 'Everybody with a role',
    right: 'roles',
    answer: staffAnswer,
  }),
  setRole: defineStudioCall({
    method: 'PUT',
    path: '/studio/users/:uuid/role',
    summary: 'Give a user a role, or take it away with null',
    right: 'roles',
    wants: 'sensitive',
    params: userParams,
    body: roleBody,
    answer: roleAnswer,
    failures: [404, 409],
  }),
  getToday: defineStudioCall({
    method: 'GET',
    path: '/studio/today',
    summary: 'What wants attention',
    right: 'enter',
    answer: todayAnswer,
  }),
  listAudit: defineStudioCall({
    method: 'GET',
    path: '/studio/audit',
    summary: 'What was changed, when and by whom, the newest first',
    description:
      'Owners see everything, the others their own changes and, with `target`, those of a book (editor) or a person ' +
      '(support). `user` and `target` are ids or their first 8 signs, `user` also a name. `from` and `to` are days or times, both days inside. `format=csv` gives the ' +
      'whole list as a file.',
    right: 'enter',
    query: auditQuery,
    answer: auditAnswer,
  }),
  endAllSessions: defineStudioCall({
    method: 'DELETE',
    path: '/studio/users/:uuid/sessions',
    summary: 'End all sessions of somebody',
    right: 'people',
    params: userParams,
    failures: [404],
  }),
  endOneSession: defineStudioCall({
    method: 'DELETE',
    path: '/studio/users/:uuid/sessions/:id',
    summary: 'End one session of somebody',
    right: 'people',
    params: sessionParams,
    failures: [404],
  }),
  setNote: defineStudioCall({
    method: 'PUT',
    path: '/studio/users/:uuid/note',
    summary: 'Note something about somebody, for those who run the site alone; an empty text takes it away',
    right: 'people',
    params: userParams,
    body: noteBody,
    answer: noteAnswer,
    failures: [404],
  }),
  ban: defineStudioCall({
    method: 'PUT',
    path: '/studio/users/:uuid/ban',
    summary: 'Ban somebody: they cannot log in, and their sessions and their own feed end',
    description: 'Their membership and their payments go on.',
    right: 'people',
    params: userParams,
    body: reasonBody,
    failures: [404],
  }),
  liftBan: defineStudioCall({
    method: 'DELETE',
    path: '/studio/users/:uuid/ban',
    summary: 'End a ban',
    right: 'people',
    params: userParams,
    body: reasonBody,
    failures: [404],
  }),
  makePasswordLink: defineStudioCall({
    method: 'POST',
    path: '/studio/users/:uuid/password_link',
    summary: 'Make the link by which somebody may choose a new password, which is told this once',
    description: 'It holds for 24 hours and one use. A new one voids the one before.',
    right: 'people',
    params: userParams,
    body: reasonBody,
    answer: linkAnswer,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    studio: typeof studioCalls;
  }
}
