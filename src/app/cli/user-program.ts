import type { Command } from 'commander';
import type { Cli } from '../../server/command/command.ts';
import type { UserOptions } from './account-commands.ts';
import type { CouponOptions, GrantOptions } from './membership-commands.ts';

/** Adds the commands of users. */
export function addUsers(program: Command, cli: Cli): void {
  const user = program
    .command('user')
    .description('register a user, or change one: their password, their role, their membership');
  user
    .command('create')
    .description('register a user; the password is the first line of standard input')
    .argument('<username>', '4-16 letters and digits of any script')
    .option('--role <role>', 'let the user run the site: owner, editor or support')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions & { role?: string }, command: Command) => {
      const { runUserCreate } = await import('./account-commands.ts');
      await runUserCreate(cli.loadSite(command, 'prepares'), username, options);
    });
  user
    .command('password')
    .description('give a user a new password, the first line of standard input, and end all their sessions')
    .argument('<username>', 'in any spelling that is the same name')
    .option('--json', 'print {"uuid", "username"}')
    .action(async (username: string, options: UserOptions, command: Command) => {
      const { runUserPassword } = await import('./account-commands.ts');
      await runUserPassword(cli.loadSite(command, 'uses'), username, options);
    });
  user
    .command('role')
    .description('let a user run the site, or take that away; the only owner stays one')
    .argument('<username>', 'in any spelling that is the same name')
    .argument('<role>', 'owner, editor, support or none')
    .option('--json', 'print {"uuid", "username", "role"}')
    .action(async (username: string, role: string, options: UserOptions, command: Command) => {
      const { runUserRole } = await import('./account-commands.ts');
      await runUserRole(cli.loadSite(command, 'uses'), { username, role }, options);
    });
  user
    .command('grant')
    .description("extend a user's membership, or end it at exactly a time")
    .argument('<username>', 'in any spelling that is the same name')
    .option('--months <n>', 'extend it by so many calendar months')
    .option('--until <time>', 'end it then, earlier or later: ISO 8601, UTC without a zone')
    .option('--json', 'print {"username", "expire_at"}')
    .action(async (username: string, options: GrantOptions, command: Command) => {
      const { runUserGrant } = await import('./membership-commands.ts');
      await runUserGrant(cli.loadSite(command, 'uses'), username, options);
    });
}

/** Adds the commands of coupons. */
export function addCoupons(program: Command, cli: Cli): void {
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
      const { runCouponCreate } = await import('./membership-commands.ts');
      await runCouponCreate(cli.loadSite(command, 'uses'), options);
    });
  coupon
    .command('stop')
    .description('let nobody redeem a code from now on')
    .argument('<code>', 'as it was printed')
    .action(async (code: string, _options: object, command: Command) => {
      const { runCouponStop } = await import('./membership-commands.ts');
      await runCouponStop(cli.loadSite(command, 'uses'), code);
    });
}
