/**
 * A Go program that runs `helper.tpl` as Helm would, with Sprig's functions as far as the helper uses them (Sprig 3:
 * regexFind, trimPrefix, float64, toString, mulf, floor, int64, dict, hasKey, fail), and checks its results for some
 * sizes: a share of each, in whole bytes, from a half to all of it. A number without quotes reaches the helper as
 * float64 from values.yaml, as int64 from --set, and in some versions of Helm as json.Number.
 */
export const HELM_PROGRAM = `package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/template"
)

func number(v any) float64 {
	f, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
	return f
}

var funcs = template.FuncMap{
	"toString":  func(v any) string { return fmt.Sprint(v) },
	"regexFind": func(r, s string) string { return regexp.MustCompile(r).FindString(s) },
	"trimPrefix": func(prefix, s string) string { return strings.TrimPrefix(s, prefix) },
	"float64":   number,
	"floor":     func(v any) float64 { return math.Floor(number(v)) },
	"int64":     func(v any) int64 { return int64(number(v)) },
	"mulf": func(vs ...any) float64 {
		product := 1.0
		for _, v := range vs {
			product *= number(v)
		}
		return product
	},
	"dict": func(vs ...any) map[string]any {
		d := map[string]any{}
		for i := 0; i+1 < len(vs); i += 2 {
			d[vs[i].(string)] = vs[i+1]
		}
		return d
	},
	"hasKey": func(d map[string]any, key string) bool { _, ok := d[key]; return ok },
	"fail":   func(s string) (string, error) { return "", errors.New(s) },
}

func run(memory any) (string, error) {
	text, err := os.ReadFile("helper.tpl")
	if err != nil {
		return "", err
	}
	t, err := template.New("helper").Funcs(funcs).Parse(string(text))
	if err != nil {
		return "", err
	}
	limits := map[string]any{"limits": map[string]any{"memory": memory}}
	var out bytes.Buffer
	err = t.ExecuteTemplate(&out, "go.memlimit", map[string]any{"Values": map[string]any{"resources": limits}})
	return out.String(), err
}

func main() {
	sizes := map[any]float64{
		"4Gi": 1 << 32, "512Mi": 512 << 20, "1.5Gi": 1.5 * (1 << 30), "2G": 2e9, "1073741824": 1 << 30, "1e9": 1e9, "1E9": 1e9,
		int64(536870912): 512 << 20, float64(500000): 500000, float64(1073741824): 1 << 30, 1e9: 1e9,
		json.Number("1073741824"): 1 << 30, json.Number("1e9"): 1e9,
	}
	for memory, size := range sizes {
		out, err := run(memory)
		bytes, bad := strconv.ParseInt(out, 10, 64)
		if err != nil || bad != nil || float64(bytes) < size/2 || float64(bytes) >= size {
			fmt.Println(memory, out, err)
			os.Exit(1)
		}
	}
	for _, memory := range []any{"4Zi", "1 Gi", "10,5Gi", "1.2.3Gi", "Gi", "", nil, "0", 0.0, -1e9, "-1Gi", true} {
		if out, err := run(memory); err == nil {
			fmt.Printf("%#v is no size, but gives %s\\n", memory, out)
			os.Exit(1)
		}
	}
}
`
