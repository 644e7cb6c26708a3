/** Whether the browser has zoomed the page by a pinch; after a pinch the scale may stay slightly off 1. */
export const isPinched = () => (visualViewport?.scale ?? 1) > 1.01;
