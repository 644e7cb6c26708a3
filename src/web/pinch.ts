/** Whether the browser itself has enlarged the page under two fingers, which leave its scale a hair off 1 at times. */
export const isPinched = () => (visualViewport?.scale ?? 1) > 1.01;
