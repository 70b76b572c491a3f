/**
 * Named places and the county each lies in, well inside it, spread over the country. A set whose shapes were moved or
 * swapped by a wrong projection puts them elsewhere (GDAL 3.6 moved EPSG:9311 data by kilometers without a word).
 */
export interface KnownPoint {
  name: string;
  lon: number;
  lat: number;
  /** Five-digit county FIPS codes that are right: two where a county was replaced between editions. */
  geoIds: readonly string[];
}

const at = (name: string, lat: number, lon: number, ...geoIds: string[]): KnownPoint => ({ name, lon, lat, geoIds });

export const KNOWN_POINTS: readonly KnownPoint[] = [
  at("Montgomery, Alabama", 32.3668, -86.3, "01101"),
  at("Huntsville, Alabama", 34.7304, -86.5861, "01089"),
  at("Phoenix, Arizona", 33.4484, -112.074, "04013"),
  at("Little Rock, Arkansas", 34.7465, -92.2896, "05119"),
  at("Fresno, California", 36.7378, -119.7871, "06019"),
  at("Redding, California", 40.5865, -122.3917, "06089"),
  at("Fort Collins, Colorado", 40.5853, -105.0844, "08069"),
  at("Hartford, Connecticut", 41.7658, -72.6734, "09003", "09110"),
  at("Dover, Delaware", 39.1582, -75.5244, "10001"),
  at("Orlando, Florida", 28.5384, -81.3789, "12095"),
  at("Macon, Georgia", 32.8407, -83.6324, "13021"),
  at("Twin Falls, Idaho", 42.5558, -114.4701, "16083"),
  at("Champaign, Illinois", 40.1164, -88.2434, "17019"),
  at("Peoria, Illinois", 40.7236, -89.6389, "17143"),
  at("Lafayette, Indiana", 40.4167, -86.8753, "18157"),
  at("Des Moines, Iowa", 41.5868, -93.625, "19153"),
  at("Salina, Kansas", 38.8403, -97.6114, "20169"),
  at("Lexington, Kentucky", 38.0406, -84.5037, "21067"),
  at("Alexandria, Louisiana", 31.3113, -92.4451, "22079"),
  at("Bangor, Maine", 44.8016, -68.7712, "23019"),
  at("Frederick, Maryland", 39.4143, -77.4105, "24021"),
  at("Worcester, Massachusetts", 42.2626, -71.8023, "25027"),
  at("Lansing, Michigan", 42.7325, -84.5555, "26065"),
  at("St. Cloud, Minnesota", 45.5608, -94.2, "27145"),
  at("Jackson, Mississippi", 32.2988, -90.1848, "28049"),
  at("Columbia, Missouri", 38.9517, -92.3341, "29019"),
  at("Great Falls, Montana", 47.5053, -111.3008, "30013"),
  at("Kearney, Nebraska", 40.72, -99.0833, "31019"),
  at("Elko, Nevada", 40.8324, -115.7631, "32007"),
  at("Concord, New Hampshire", 43.2081, -71.5376, "33013"),
  at("Toms River, New Jersey", 39.9537, -74.1979, "34029"),
  at("Roswell, New Mexico", 33.3943, -104.523, "35005"),
  at("Syracuse, New York", 43.0481, -76.1474, "36067"),
  at("Raleigh, North Carolina", 35.7796, -78.6382, "37183"),
  at("Minot, North Dakota", 48.2325, -101.2963, "38101"),
  at("Lima, Ohio", 40.7426, -84.1052, "39003"),
  at("Tulsa, Oklahoma", 36.154, -95.9928, "40143"),
  at("Bend, Oregon", 44.0582, -121.3153, "41017"),
  at("State College, Pennsylvania", 40.7934, -77.86, "42027"),
  at("West Warwick, Rhode Island", 41.7, -71.52, "44003"),
  at("Sumter, South Carolina", 33.9204, -80.3415, "45085"),
  at("Pierre, South Dakota", 44.3683, -100.351, "46065"),
  at("Murfreesboro, Tennessee", 35.8456, -86.3903, "47149"),
  at("Lubbock, Texas", 33.5779, -101.8552, "48303"),
  at("Waco, Texas", 31.5493, -97.1467, "48309"),
  at("Price, Utah", 39.5994, -110.8107, "49007"),
  at("Rutland, Vermont", 43.6106, -72.9726, "50021"),
  at("Farmville, Virginia", 37.28, -78.42, "51147"),
  at("Yakima, Washington", 46.6021, -120.5059, "53077"),
  at("Charleston, West Virginia", 38.3498, -81.6326, "54039"),
  at("Wausau, Wisconsin", 44.9591, -89.6301, "55073"),
  at("Casper, Wyoming", 42.8501, -106.3252, "56025"),
  at("Washington, District of Columbia", 38.9072, -77.0369, "11001"),
  at("Fairbanks, Alaska", 64.8378, -147.7164, "02090"),
  at("Wahiawa, Hawaii", 21.5028, -158.0236, "15003"),
];
