/**
 * A Go program that runs `helper.tpl` as Helm would, with Sprig's functions as far as the helper uses them (Sprig 3:
 * regexFind, float64, toString, mulf, floor, int64, dict, hasKey, fail), and checks what it makes of some sizes: a share
 * of each, in whole bytes, from a half to all of it.
 */
export const HELM_PROGRAM = `package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"text/template"
)

func number(v any) float64 {
	f, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
	return f
}

var funcs = template.FuncMap{
	"toString":  func(v any) string { return fmt.Sprint(v) },
	"regexFind": func(r, s string) string { return regexp.MustCompile(r).FindString(s) },
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
	for memory, size := range map[any]float64{"4Gi": 1 << 32, "512Mi": 512 << 20, "1.5Gi": 1.5 * (1 << 30), "2G": 2e9, 536870912: 536870912} {
		out, err := run(memory)
		bytes, bad := strconv.ParseInt(out, 10, 64)
		if err != nil || bad != nil || float64(bytes) < size/2 || float64(bytes) >= size {
			fmt.Println(memory, out, err)
			os.Exit(1)
		}
	}
	if out, err := run("4Zi"); err == nil {
		fmt.Println("4Zi is no size, but gives", out)
		os.Exit(1)
	}
}
`
