/** 'CarePlans' and 'carePlans' are 'Care plans'. */
const inWords = (name: string) => {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** 'carePlans.list' belongs to 'carePlans'. */
export const areaOfCall = (name: string) => name.slice(0, Math.max(0, name.indexOf('.')));

/** What a call belongs to in words: 'Care plans'. */
export const areaTitle = (name: string) => inWords(areaOfCall(name));

/** 'people.getCoordinates' is 'Get coordinates'. */
export const callTitle = (name: string) => inWords(name.slice(name.indexOf('.') + 1));
