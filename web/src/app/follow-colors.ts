/** Follows the color scheme of the device, also when it changes, like the application does. */
export const followColors = () => {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const adopt = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  adopt();
  dark.addEventListener('change', adopt);
  return () => dark.removeEventListener('change', adopt);
};
