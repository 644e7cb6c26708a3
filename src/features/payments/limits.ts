/**
 * The time from the making of an order to the last moment that it can be paid (spec: payments.md#wechat-orders). It is
 * longer than the page waits, and so a payment may still come after the failed screen.
 */
export const payableMs = 5 * 60_000;
/** The limits for one user: orders that can still be paid, and orders made in an hour. */
export const mostOpenOrders = 5;
export const mostOrdersAnHour = 20;
