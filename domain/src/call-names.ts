/** 'CarePlans' and 'carePlans' become 'Care plans'. */
const inWords = (name: string) => {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** The area of a call: 'carePlans' for 'carePlans.list'. */
export const areaOfCall = (name: string) => name.slice(0, Math.max(0, name.indexOf('.')));

/** Title of a call's area, such as 'Care plans'. */
export const areaTitle = (name: string) => inWords(areaOfCall(name));

/** Title of a call: 'Get coordinates' for 'people.getCoordinates'. */
export const callTitle = (name: string) => inWords(name.slice(name.indexOf('.') + 1));
