import type { FastifyRequest } from 'fastify';

/** Before anything of the request is read: a stranger learns nothing about what would have been wrong with it. */
export function guard(requireViewer: (request: FastifyRequest) => Promise<unknown>) {
  return async (request: FastifyRequest): Promise<void> => {
    await requireViewer(request);
    forgetTypeOfNothing(request);
  };
}

/** Many clients name a content type with every call: without content it must not be looked for. */
function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty) delete headers['content-type'];
}
