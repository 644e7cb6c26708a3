import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { AddOptions, SetOptions } from './plan.ts';
import type { AssignOptions, ResolveOptions } from './settling.ts';

/** Adds the commands of what is sold, and of money. */
export function addPaymentsCommands(program: Command, cli: Cli): void {
  addPlans(program, cli);
  addPayments(program, cli);
}

function addPlans(program: Command, cli: Cli): void {
  const plan = program.command('plan').description('say what is sold, for how much, and by which card buttons');
  plan
    .command('list')
    .description('list all plans, paused ones too')
    .option('--json', 'print [{"plan", "months", "amount", "name", "card", "order", "active", "etag"}]')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPlanList } = await import('./plan.ts');
      await runPlanList(cli.loadSite(command, 'uses'), options);
    });
  withCard(plan.command('set'))
    .description('reprice a plan, give it another card or place; orders stay as they are')
    .argument('<code>', 'as plan list shows it')
    .option('--amount <fen>', 'its price at WeChat Pay, in fen')
    .action(async (code: string, options: SetOptions, command: Command) => {
      const { runPlanSet } = await import('./plan.ts');
      await runPlanSet(cli.loadSite(command, 'uses'), code, options);
    });
  withCard(plan.command('add'))
    .description('put another plan on sale')
    .argument('<code>', '2 to 32 of a–z, 0–9, _ and -, with a letter first')
    .requiredOption('--months <n>', 'its length in calendar months, 1 to 36')
    .requiredOption('--amount <fen>', 'its price at WeChat Pay, in fen')
    .requiredOption('--name <text>', 'its English name')
    .action(async (code: string, options: AddOptions, command: Command) => {
      const { runPlanAdd } = await import('./plan.ts');
      await runPlanAdd(cli.loadSite(command, 'uses'), code, options);
    });
  plan
    .command('pause')
    .description('take a plan off sale')
    .argument('<code>', 'as plan list shows it')
    .option('--resume', 'put it on sale again instead')
    .option('--json', 'print the plan')
    .action(async (code: string, options: { json?: true; resume?: true }, command: Command) => {
      const { runPlanPause } = await import('./plan.ts');
      await runPlanPause(cli.loadSite(command, 'uses'), code, options);
    });
}

function withCard(command: Command): Command {
  return command
    .option(
      '--card <values...>',
      "its card: plink_… buy_btn_… AMOUNT CURRENCY [URL], the amount in the currency's minor units, the URL its plain link; - for no button",
    )
    .option('--no-card', 'it has no card button, also none of STRIPE_BUTTONS')
    .option('--order <n>', 'its place: the lowest stands first')
    .option('--json', 'print the plan');
}

function addPayments(program: Command, cli: Cli): void {
  const payments = program
    .command('payments')
    .description('hold money against memberships, settle what is left over, or give money back');
  payments
    .command('report')
    .description('list money that does not add up or wants a look; ends 1 when it is to be settled')
    .option('--json', 'print the lists as JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPaymentsReport } = await import('./payments.ts');
      cli.end(await runPaymentsReport(cli.loadSite(command, 'uses'), options));
    });
  payments
    .command('refund')
    .description("give all of an order's money back (WeChat Pay)")
    .argument('<order>', 'its id, or what the provider calls it')
    .option('--json', 'print {"order_id", "state"}')
    .action(async (order: string, options: { json?: true }, command: Command) => {
      const { runPaymentsRefund } = await import('./payments.ts');
      cli.end(await runPaymentsRefund(cli.loadSite(command, 'uses'), order, options));
    });
  addSettling(payments, cli);
}

function addSettling(payments: Command, cli: Cli): void {
  payments
    .command('resolve')
    .description('note that unsettled money, or a sale in review, was settled by hand; later news of it lists it again')
    .argument('<reference>', "the line's reference, or the order's id")
    .requiredOption('--note <text>', 'what was done, to be kept')
    .option('--json', 'print {"reference", "resolved"}')
    .action(async (reference: string, options: ResolveOptions, command: Command) => {
      const { runPaymentsResolve } = await import('./settling.ts');
      await runPaymentsResolve(cli.loadSite(command, 'uses'), reference, options);
    });
  payments
    .command('ask')
    .description('ask Stripe for card sales that no webhook has told of, and follow them')
    .option('--json', 'print {"links", "sessions", "found"}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPaymentsAsk } = await import('./settling.ts');
      await runPaymentsAsk(cli.loadSite(command, 'uses'), options);
    });
  payments
    .command('recheck')
    .description("judge card sales in doubt anew, by today's settings")
    .option('--json', 'print {"judged", "granted", "still_in_review"}')
    .action(async (options: { json?: true }, command: Command) => {
      const { runPaymentsRecheck } = await import('./settling.ts');
      await runPaymentsRecheck(cli.loadSite(command, 'uses'), options);
    });
  payments
    .command('assign')
    .description('give a paid sale that names no user of ours to its buyer: it is granted, once')
    .argument('<order>', 'its id, or what the provider calls it')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--months <n>', 'grant so many calendar months instead of what was sold')
    .option('--json', 'print {"order_id", "username", "months", "expire_at"}')
    .action(async (order: string, username: string, options: AssignOptions, command: Command) => {
      const { runPaymentsAssign } = await import('./settling.ts');
      await runPaymentsAssign(cli.loadSite(command, 'uses'), { order, username }, options);
    });
}
