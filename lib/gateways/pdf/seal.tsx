import { Link, Path, Svg, Text, View } from "@react-pdf/renderer";
import { encode } from "uqr";
import { INK, styles } from "@/lib/gateways/pdf/styles";

const SIDE_PT = 78;
export const SEAL_WIDTH_PT = 92;
/** Modules of white that a reader needs around the code. */
const QUIET_MODULES = 4;

/** One path of all dark modules: a shape for each would be a thousand nodes to lay out. */
function darkModules(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

/** A code that leads to the page where anyone can ask whether the record is known and unchanged. */
export function Seal({ url, hash, scan }: { url: string; hash: string; scan: string }) {
  const { data, size } = encode(url, { ecc: "M", border: QUIET_MODULES });
  return (
    <View style={styles.seal}>
      <Svg width={SIDE_PT} height={SIDE_PT} viewBox={`0 0 ${size} ${size}`}>
        <Path d={darkModules(data)} fill={INK} />
      </Svg>
      <Link src={url} style={[styles.sealText, styles.link]}>
        {scan}
      </Link>
      <Text style={styles.sealText}>{hash.slice(0, 16)}</Text>
    </View>
  );
}
