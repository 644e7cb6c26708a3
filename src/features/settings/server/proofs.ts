import { limitReached, notFound, wrongFields } from '../../../server/http/errors.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import { proofLimits, siteStudioCalls } from '../studio-contract.ts';
import { deleteProof, lockSettings, selectProofs, selectProofText, storeSettings, upsertProof } from './queries.ts';
import type { SettingsDeps } from './studio-routes.ts';

const typeOf = { '.txt': 'text/plain', '.html': 'text/html' };
/** A file of somebody else's may be HTML: it runs nothing, and is no page of this site. */
const headers = {
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** The proof files of the site: the studio's calls, and the files at the root (spec: documents.md#proof-files). */
export function mountProofs({ studio, primary: db, http, setting, settings }: SettingsDeps): void {
  const targetOf = (name: string) => ({ kind: 'site', id: 'proof', name }) as const;

  studio.add(siteStudioCalls.listProofs, async () => {
    const result = await selectProofs(db);
    return { result, total: result.length };
  });

  studio.add(siteStudioCalls.setProof, async ({ params: { name }, body: { text }, by }) => {
    if (Buffer.byteLength(text) > proofLimits.bytes)
      throw wrongFields([{ path: 'text', code: 'too_big', message: `must have at most ${proofLimits.bytes} bytes` }]);
    await settings.change(async (tx) => {
      await lockSettings(tx);
      const before = await selectProofs(tx);
      const known = before.find((file) => file.name === name);
      if (!known && before.length >= proofLimits.files) throw limitReached();
      await upsertProof(tx, { name, text });
      await storeSettings(tx, { proofs: [...new Set([...before.map((file) => file.name), name])] });
      if (known?.text !== text)
        await writeAudit(tx, {
          ...{ by, action: 'site.proof', target: targetOf(name) },
          ...{ before: known ? { text: known.text } : null, after: { text } },
        });
    });
    return { result: { name, text } };
  });

  studio.add(siteStudioCalls.removeProof, ({ params: { name }, by }) =>
    settings.change(async (tx) => {
      await lockSettings(tx);
      const files = await selectProofs(tx);
      const known = files.find((file) => file.name === name);
      if (!known) throw notFound();
      await deleteProof(tx, name);
      await storeSettings(tx, { proofs: files.flatMap((file) => (file === known ? [] : [file.name])) });
      await writeAudit(tx, {
        ...{ by, action: 'site.proof', target: targetOf(name) },
        ...{ before: { text: known.text }, after: null },
      });
    }),
  );

  for (const [ending, type] of Object.entries(typeOf))
    http.app.get<{ Params: { proof: string } }>(
      `/:proof${ending}`,
      { schema: { hide: true } },
      async (request, reply) => {
        const name = request.params.proof + ending;
        const text = setting('proofs').includes(name) ? await selectProofText(db, name) : null;
        if (text !== null) return reply.headers(headers).type(`${type}; charset=utf-8`).send(text);
        await http.answerUnknown(request, reply);
        return reply;
      },
    );
}
