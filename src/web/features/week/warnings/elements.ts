/** Elements of other components, for portals. They are looked up after every render. */
import { useLayoutEffect, useState } from 'react';

type Found = readonly (Element | null | undefined)[];

export function useElements(find: () => Found): Found {
  const [found, setFound] = useState<Found>([]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a slot becomes an editor in any render of the board; the state changes only with the elements
  useLayoutEffect(() => {
    const elements = find();
    const isSame = elements.length === found.length && elements.every((element, at) => element === found[at]);
    if (!isSame) setFound(elements);
  });
  return found;
}
