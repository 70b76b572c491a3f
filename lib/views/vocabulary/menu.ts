/** Spanish of the names in EPA's Mitigation Menu and in trait programs' menus, by their words in the rulebook's tables. */
export const MENU_IN_SPANISH: Readonly<Record<string, string>> = {
  "How the product is applied": "Cómo se aplica el producto",
  "How much is applied, on how much of the field, and what holds it there.":
    "Cuánto se aplica, en qué parte del campo y qué lo retiene ahí.",
  "Lower annual rate": "Dosis anual más baja",
  "Less of the product in a year than its label allows.": "Menos producto en un año de lo que permite su etiqueta.",
  "Compare the year's total with the most the label allows in a year, not with a single application.":
    "Compare el total del año con el máximo que la etiqueta permite en un año, no con una sola aplicación.",
  "Annual total 10 % to under 30 % below the labeled maximum":
    "Total anual entre un 10 % y menos de un 30 % por debajo del máximo de la etiqueta",
  "Annual total 30 % to under 60 % below the labeled maximum":
    "Total anual entre un 30 % y menos de un 60 % por debajo del máximo de la etiqueta",
  "Annual total at least 60 % below the labeled maximum":
    "Total anual al menos un 60 % por debajo del máximo de la etiqueta",
  "Part of the field left untreated": "Parte del campo sin tratar",
  "Banding, partial treatment or precision spraying.": "Aplicación en banda, tratamiento parcial o de precisión.",
  "10 % to under 30 % of the field left untreated": "Del 10 % a menos del 30 % del campo sin tratar",
  "30 % to under 60 % of the field left untreated": "Del 30 % a menos del 60 % del campo sin tratar",
  "At least 60 % of the field left untreated": "Al menos el 60 % del campo sin tratar",
  "Incorporation into the soil": "Incorporación al suelo",
  "The product is watered in or worked into the soil before runoff can carry it off.":
    "El producto se incorpora al suelo con riego o con labranza antes de que la escorrentía pueda llevárselo.",
  "Watered in or worked in before any runoff event":
    "Incorporado con riego o con labranza antes de cualquier escorrentía",
  "Soil amendment": "Mejorador de suelo",
  "Polyacrylamide binds fine soil, so that less of it leaves with the water.":
    "La poliacrilamida une el suelo fino, y así se va menos con el agua.",
  "Water-soluble anionic polyacrylamide (PAM)": "Poliacrilamida aniónica soluble en agua (PAM)",
  "Where the field lies": "Dónde está el campo",
  "What the land itself does to runoff. Most of it is found from maps.":
    "Lo que el propio terreno hace con la escorrentía. Casi todo se obtiene de los mapas.",
  "County runoff vulnerability": "Vulnerabilidad del condado a la escorrentía",
  "Credit for counties where runoff is less likely to reach water.":
    "Crédito para condados donde es menos probable que la escorrentía llegue al agua.",
  "Found from the map. A field in several counties is held to the lowest points among them.":
    "Se obtiene del mapa. A un campo en varios condados le tocan los puntos más bajos entre ellos.",
  "County of very low runoff vulnerability": "Condado de vulnerabilidad muy baja a la escorrentía",
  "County of low runoff vulnerability": "Condado de vulnerabilidad baja a la escorrentía",
  "County of medium runoff vulnerability": "Condado de vulnerabilidad media a la escorrentía",
  "County of high runoff vulnerability": "Condado de vulnerabilidad alta a la escorrentía",
  "Field slope": "Pendiente del campo",
  "Water runs off slowly from flat ground.": "Del terreno plano el agua escurre despacio.",
  "Found from the soil survey's average slope.": "Se obtiene de la pendiente media del estudio de suelos.",
  "Naturally low slope or flat field": "Campo plano o de pendiente baja natural",
  "Sandy soils": "Suelos arenosos",
  "Water soaks into sandy soil faster than it runs off.":
    "En suelo arenoso el agua se infiltra más rápido de lo que escurre.",
  "Found from the soil survey: hydrologic group A or B, with sand, loamy sand or sandy loam on at least half of the field.":
    "Se obtiene del estudio de suelos: grupo hidrológico A o B, con arena, arena francosa o franco arenoso en al menos la mitad del campo.",
  "Predominantly sandy soil (hydrologic group A)": "Suelo predominantemente arenoso (grupo hidrológico A)",
  "Moderately sandy soil (hydrologic group B)": "Suelo moderadamente arenoso (grupo hidrológico B)",
  "Measures in the field": "Medidas dentro del campo",
  "Practices on the treated ground that slow water and hold soil.":
    "Prácticas en el terreno tratado que frenan el agua y retienen el suelo.",
  "Conservation tillage": "Labranza de conservación",
  "Crop residue stays on the surface and slows water (NRCS practices 329 and 345).":
    "El rastrojo queda en la superficie y frena el agua (prácticas 329 y 345 del NRCS).",
  "Reduced, strip, ridge or mulch tillage": "Labranza reducida, en franjas, en camellones o con cobertura",
  "No-till, perennial crops included": "Labranza cero, incluidos los cultivos perennes",
  "Reservoir tillage": "Labranza con microembalses",
  "Small basins or dikes between the rows hold rain and irrigation water until it soaks in.":
    "Pequeñas pozas o diques entre los surcos retienen el agua de lluvia y de riego hasta que se infiltra.",
  "Small basins formed between the rows": "Pequeñas pozas formadas entre los surcos",
  "Contour farming": "Cultivo en contorno",
  "Rows and tillage run along the contour, so that each row slows the water (NRCS practice 330).":
    "Los surcos y la labranza siguen las curvas de nivel, y así cada surco frena el agua (práctica 330 del NRCS).",
  "Rows follow the contour": "Los surcos siguen las curvas de nivel",
  "Vegetated strips inside the field": "Franjas con vegetación dentro del campo",
  "Strips of permanent vegetation between crop rows or along the contour (NRCS practices 332, 585 and 601).":
    "Franjas de vegetación permanente entre los surcos o en contorno (prácticas 332, 585 y 601 del NRCS).",
  "Vegetated strips between rows or along the contour": "Franjas con vegetación entre surcos o en contorno",
  Terraces: "Terrazas",
  "Earth banks across the slope hold water or lead it off slowly (NRCS practice 600).":
    "Bordos de tierra a través de la pendiente retienen el agua o la conducen despacio (práctica 600 del NRCS).",
  "Terraced field": "Campo con terrazas",
  "Cover crop or continuous ground cover": "Cultivo de cobertura o cobertura continua del suelo",
  "Living or dead cover protects the soil between crops (NRCS practice 340).":
    "Una cobertura viva o muerta protege el suelo entre cultivos (práctica 340 del NRCS).",
  "Cover crop, with tillage": "Cultivo de cobertura, con labranza",
  "Cover crop, no tillage, short term": "Cultivo de cobertura, sin labranza, a corto plazo",
  "Cover crop, no tillage, long term": "Cultivo de cobertura, sin labranza, a largo plazo",
  "Irrigation water management": "Manejo del agua de riego",
  "Irrigation gives no more water than the soil takes up (NRCS practice 449), or there is none.":
    "El riego no da más agua de la que absorbe el suelo (práctica 449 del NRCS), o no hay riego.",
  "Sensor- or meter-led pivot or sprinklers, drip above ground, or micro-sprinklers":
    "Pivote o aspersores guiados por sensor o medidor, goteo sobre el suelo o microaspersores",
  "Drip below ground or below a tarp, dry farming, or land without irrigation":
    "Goteo subterráneo o bajo lona, cultivo de secano o terreno sin riego",
  Mulch: "Acolchado",
  "Straw, chips, film or fabric covers the soil (NRCS practice 484).":
    "Paja, astillas, película o tela cubren el suelo (práctica 484 del NRCS).",
  "Permeable artificial mulch": "Acolchado artificial permeable",
  "Natural mulch": "Acolchado natural",
  "Erosion barriers": "Barreras contra la erosión",
  "Wattles, silt fence or fiber rolls across the slope catch soil on its way.":
    "Cordones de paja, cercas de retención de sedimento o rollos de fibra a través de la pendiente atrapan el suelo.",
  "Wattles, silt fence or fiber rolls in place":
    "Cordones de paja, cercas de retención de sedimento o rollos de fibra instalados",
  "Measures beside the field": "Medidas junto al campo",
  "Vegetation or devices at the field's edge, downslope of the treated ground, that slow and filter runoff.":
    "Vegetación o dispositivos en el borde del campo, pendiente abajo del terreno tratado, que frenan y filtran la escorrentía.",
  "Grassed waterway": "Canal empastado",
  "A shaped channel with grass that carries runoff without washing out (NRCS practice 412).":
    "Un canal formado y con pasto que conduce la escorrentía sin erosionarse (práctica 412 del NRCS).",
  "Grassed waterway in place": "Canal empastado establecido",
  "Filter strip or field border": "Franja filtrante o borde del campo con vegetación",
  "Dense permanent vegetation between the treated ground and what lies downslope (NRCS practices 386 and 393).":
    "Vegetación permanente y densa entre el terreno tratado y lo que hay pendiente abajo (prácticas 386 y 393 del NRCS).",
  "Filter strip or field border, 20 ft to under 30 ft wide":
    "Franja filtrante o borde con vegetación, de 20 a menos de 30 pies de ancho",
  "Filter strip or field border, 30 ft to under 60 ft wide":
    "Franja filtrante o borde con vegetación, de 30 a menos de 60 pies de ancho",
  "Filter strip or field border, 60 ft wide or more":
    "Franja filtrante o borde con vegetación, de 60 pies de ancho o más",
  "Vegetated ditch": "Zanja con vegetación",
  "A ditch whose bed and banks are kept in vegetation, so that it slows and filters runoff.":
    "Una zanja cuyo fondo y taludes se mantienen con vegetación, para que frene y filtre la escorrentía.",
  "Vegetated ditch downslope of the field": "Zanja con vegetación pendiente abajo del campo",
  "Riparian area": "Zona ribereña",
  "Trees, shrubs or grasses along water (NRCS practices 390 and 391).":
    "Árboles, arbustos o pastos a la orilla del agua (prácticas 390 y 391 del NRCS).",
  "Riparian area, 20 ft to under 30 ft wide": "Zona ribereña, de 20 a menos de 30 pies de ancho",
  "Riparian area, 30 ft to under 60 ft wide": "Zona ribereña, de 30 a menos de 60 pies de ancho",
  "Riparian area, 60 ft wide or more": "Zona ribereña, de 60 pies de ancho o más",
  "Constructed and natural wetlands": "Humedales construidos y naturales",
  "A wetland that takes up the field's runoff before it goes on (NRCS practices 656, 657 and 658).":
    "Un humedal que recibe la escorrentía del campo antes de que siga (prácticas 656, 657 y 658 del NRCS).",
  "Constructed or natural wetland": "Humedal construido o natural",
  "Terrestrial habitat improvement": "Mejora de hábitat terrestre",
  "Ground beside the field that is kept or improved as habitat and takes up runoff (NRCS practice 645).":
    "Terreno junto al campo que se mantiene o mejora como hábitat y recibe la escorrentía (práctica 645 del NRCS).",
  "Improved habitat, 20 ft to under 30 ft wide": "Hábitat mejorado, de 20 a menos de 30 pies de ancho",
  "Improved habitat, 30 ft to under 60 ft wide": "Hábitat mejorado, de 30 a menos de 60 pies de ancho",
  "Improved habitat, 60 ft wide or more": "Hábitat mejorado, de 60 pies de ancho o más",
  "Filtering devices": "Dispositivos de filtrado",
  "A sleeve, sock or filter at the outlet takes the product out of the water.":
    "Una manga, un calcetín o un filtro en la salida retira el producto del agua.",
  "Counted as one: no source says that both kinds add up.":
    "Se cuenta una sola vez: ninguna fuente dice que los dos tipos se sumen.",
  "Filter with activated carbon": "Filtro con carbón activado",
  "Filter with compost amendments": "Filtro con composta",
  "Systems that capture runoff": "Sistemas que captan la escorrentía",
  "Structures that catch runoff or drainage water.": "Estructuras que captan la escorrentía o el agua de drenaje.",
  "Water retention": "Retención de agua",
  "A basin or pond holds runoff until soil settles out (NRCS practices 350, 378 and 638).":
    "Una cuenca o un estanque retiene la escorrentía hasta que el suelo se asienta (prácticas 350, 378 y 638 del NRCS).",
  "Sediment basin, catch basin, sediment trap or retention pond":
    "Cuenca de sedimentos, cuenca de captación, trampa de sedimentos o estanque de retención",
  "Drainage without a controlled outlet": "Drenaje sin salida controlada",
  "Drain lines below the surface take water that would run off.":
    "Los drenes bajo la superficie se llevan agua que de otro modo escurriría.",
  "Drains with a controlled outlet are an exemption, not a measure.":
    "Los drenes con salida controlada son una exención, no una medida.",
  "Subsurface or tile drains without a controlled outlet": "Drenes subterráneos o de tubo sin salida controlada",
  "Records, advice and programs": "Registros, asesoría y programas",
  "What shows that measures are planned and kept up.": "Lo que muestra que las medidas se planean y se mantienen.",
  "Mitigation tracking": "Seguimiento de la mitigación",
  "Records of the measures, kept so that someone else can check them.":
    "Registros de las medidas, guardados de modo que otra persona los pueda revisar.",
  "Measures are recorded for the farm": "Las medidas se registran para la finca",
  "Technical specialist": "Especialista técnico",
  "Someone qualified in runoff and erosion control has planned the measures for this farm.":
    "Una persona calificada en control de escorrentía y erosión planeó las medidas para esta finca.",
  "Recommendations of a runoff specialist are followed":
    "Se siguen las recomendaciones de un especialista en escorrentía",
  "The specialist is trained or experienced in agronomy or soil and water conservation, keeps up with training, and has made site-specific runoff plans.":
    "El especialista tiene formación o experiencia en agronomía o en conservación de suelo y agua, se mantiene actualizado y ha hecho planes de escorrentía para sitios específicos.",
  "Conservation program": "Programa de conservación",
  "The field takes part in a conservation program that plans and verifies such measures.":
    "El campo participa en un programa de conservación que planea y verifica estas medidas.",
  "With a program, the point for a specialist is not counted.":
    "Con un programa no se cuenta el punto por el especialista.",
  "Member of a program that EPA has not qualified": "Miembro de un programa que la EPA no ha calificado",
  "Member of an EPA-qualified program": "Miembro de un programa calificado por la EPA",
  "Measures of several kinds": "Medidas de varios tipos",
  "Practices of different kinds work better together.": "Las prácticas de distintos tipos funcionan mejor juntas.",
  "Awarded by the rules; no one selects it.": "Lo otorgan las reglas; nadie lo elige.",
  "Measures of two or more of: in the field, beside the field, capture systems":
    "Medidas de dos o más de estos grupos: dentro del campo, junto al campo, sistemas de captación",
  "A filter strip, a riparian area and improved habitat may be one strip: no source says that the same ground earns points more than once. The widest of them counts, and a result that needs the others stays open.":
    "Una franja filtrante, una zona ribereña y un hábitat mejorado pueden ser una sola franja: ninguna fuente dice que el mismo terreno dé puntos más de una vez. Cuenta la más ancha, y un resultado que necesita las demás queda por resolver.",
  "Number of applications": "Número de aplicaciones",
  "Enlist applications in the year": "Aplicaciones de Enlist en el año",
  "At least 12 days apart.": "Con al menos 12 días entre una y otra.",
  "Three applications": "Tres aplicaciones",
  "Two applications": "Dos aplicaciones",
  "One application": "Una aplicación",
  "Residue tillage management": "Manejo de labranza con rastrojo",
  "No-till, strip-till, ridge-till or mulch-till": "Labranza cero, en franjas, en camellones o con cobertura",
  "Cover crop": "Cultivo de cobertura",
  "Contour buffer strips or terrace": "Franjas de amortiguamiento en contorno o terraza",
  "Vegetative barrier": "Barrera vegetal",
  "Vegetative barrier, 3 ft": "Barrera vegetal, 3 pies",
  "Measures at the edge of the field": "Medidas en el borde del campo",
  "Vegetated strip at the edge of the field": "Franja con vegetación en el borde del campo",
  "Filter strip and field border count as one strip: no source says that both may be claimed for the same ground.":
    "La franja filtrante y el borde con vegetación cuentan como una sola franja: ninguna fuente dice que se puedan declarar las dos por el mismo terreno.",
  "Filter strip off the field, downslope, 30 ft (A and B soils)":
    "Franja filtrante fuera del campo, pendiente abajo, 30 pies (suelos A y B)",
  "Filter strip off the field, downslope, 30 ft (C and D soils)":
    "Franja filtrante fuera del campo, pendiente abajo, 30 pies (suelos C y D)",
  "Filter strip off the field, downslope, 100 ft (A and B soils)":
    "Franja filtrante fuera del campo, pendiente abajo, 100 pies (suelos A y B)",
  "Filter strip off the field, downslope, 100 ft (C and D soils)":
    "Franja filtrante fuera del campo, pendiente abajo, 100 pies (suelos C y D)",
  "Densely vegetated field border, 30 ft or more": "Borde del campo con vegetación densa, de 30 pies o más",
  "Water and sediment control basin": "Cuenca de control de agua y sedimentos",
};
