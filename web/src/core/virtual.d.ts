declare module "virtual:icons/*" {
  /** The outline of each icon, as the `d` of a path in a square of 512. */
  export const icons: Record<string, string>;
}

declare module "virtual:words/*" {
  const words: Record<string, unknown>;
  export default words;
}

declare module "virtual:rules/*" {
  const page: string;
  export default page;
}
