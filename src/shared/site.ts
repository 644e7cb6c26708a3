import * as z from 'zod/mini';
import { plans } from './plans.ts';

export const plan = z.enum(plans.map((each) => each.plan));

/** The answer of GET /site (spec: http.md#site-call): the name, the contact, and the ways to pay. */
export const siteInfo = z.object({
  name: z.string(),
  contact_email: z.string(),
  plans: z.array(z.object({ plan, months: z.number(), amount: z.number(), currency: z.string() })),
  wechat: z.boolean(),
  stripe: z.nullable(
    z.object({
      publishable_key: z.string(),
      script_url: z.string(),
      buttons: z.array(z.object({ plan, buy_button_id: z.string() })),
    }),
  ),
  sandbox: z.boolean(),
});

export type SiteInfo = z.infer<typeof siteInfo>;
