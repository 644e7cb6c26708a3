import type { ComponentType } from 'react';

/**
 * For `lazy`: a component that comes after the page is there, and what stays in its place when it does not come, as
 * without a connection.
 */
export async function lateOr<Props>(
  load: () => Promise<ComponentType<Props>>,
  stays: ComponentType<Props>,
): Promise<{ default: ComponentType<Props> }> {
  return { default: await load().catch(() => stays) };
}

export const Nothing = () => null;
