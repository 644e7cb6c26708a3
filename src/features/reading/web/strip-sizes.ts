/** How wide the strip's images stand, as its stylesheet lays them out. */
export const stripSizes = '(min-width: 800px) 800px, 100vw';
