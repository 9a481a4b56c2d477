declare module "virtual:icons/*" {
  /** The outline of each icon: the `d` attribute of a path in a 512 x 512 square. */
  export const icons: Record<string, string>;
}

declare module "virtual:words/*" {
  const words: Record<string, string | string[]>;
  export default words;
}

declare module "virtual:rules/*" {
  const page: string;
  export default page;
}
