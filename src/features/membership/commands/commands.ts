import type { Command } from 'commander';
import type { Cli } from '../../../server/command/command.ts';
import type { CouponOptions, IsPlan } from './coupon.ts';
import type { GrantOptions } from './grant.ts';

/** Adds `user grant`, and the commands of coupons. */
export function addMembershipCommands(
  { program, user }: { program: Command; user: Command },
  cli: Cli,
  isPlan: IsPlan,
): void {
  user
    .command('grant')
    .description("extend a user's membership, or end it at exactly a time")
    .argument('<username>', 'in any spelling that is the same name')
    .option('--months <n>', 'extend it by so many calendar months')
    .option('--until <time>', 'end it then, earlier or later: ISO 8601, UTC without a zone')
    .option('--json', 'print {"username", "expire_at"}')
    .action(async (username: string, options: GrantOptions, command: Command) => {
      const { runUserGrant } = await import('./grant.ts');
      await runUserGrant(cli.loadSite(command, 'uses'), username, options);
    });
  const coupon = program
    .command('coupon')
    .description('make codes that grant membership or lower a price, or stop one');
  coupon
    .command('create')
    .description('make coupons and print their codes, this one time')
    .option('--months <n>', 'what a coupon grants, in calendar months')
    .option('--days <n>', 'what a coupon grants, in days')
    .option('--percent <n>', 'by what share it lowers the price of an order: 1 to 90 percent')
    .option('--amount <fen>', 'by how much it lowers the price of an order, in fen')
    .option('--plan <code>', 'the only plan that it makes cheaper')
    .option('--code <word>', "a campaign's word instead of a code that is drawn")
    .option('--count <n>', 'how many codes to draw', '1')
    .option('--max-uses <n>', 'how many users may redeem each', '1')
    .option('--expires <time>', 'until when: ISO 8601, UTC without a zone')
    .option('--new-users', 'only for users who never had a membership')
    .option('--json', 'print [{"code", "months", "days", "max_uses", "expires_at", "percent", "amount", "plan"}]')
    .action(async (options: CouponOptions, command: Command) => {
      const { runCouponCreate } = await import('./coupon.ts');
      await runCouponCreate(cli.loadSite(command, 'uses'), options, isPlan);
    });
  coupon
    .command('stop')
    .description('let nobody redeem a code from now on')
    .argument('<code>', 'as it was printed')
    .action(async (code: string, _options: object, command: Command) => {
      const { runCouponStop } = await import('./coupon.ts');
      await runCouponStop(cli.loadSite(command, 'uses'), code);
    });
}
